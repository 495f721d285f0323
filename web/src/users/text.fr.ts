import type { UserText } from './text.ts'

const numbers = new Intl.NumberFormat('fr')

const french: UserText = {
  nameTitle: 'Indiquez votre nom',
  nameHint: 'Il figure sur tout ce que vous écrivez.',
  firstName: 'Prénom',
  lastName: 'Nom',
  phone: 'Téléphone',
  phoneHelp: 'Avec l’indicatif du pays, par exemple +33612345678',
  continue: 'Continuer',
  kycTitle: 'Votre entreprise',
  kycHint:
    'Les personnes avec qui vous travaillez sauront à qui elles ont affaire. Vos réponses sont enregistrées au fur et à mesure.',
  companyType: 'Type d’entreprise',
  companySize: 'Effectif',
  jobRole: 'Votre rôle',
  country: 'Pays',
  more: 'Plus',
  moreHint: 'Tout ce qui suit est facultatif.',
  mainTrade: 'Corps d’état principal',
  useCasesLabel: 'Ce que vous voulez en faire',
  useCases: {
    ISSUES: 'Remarques et défauts',
    MODEL_REVIEW: 'Consultation des maquettes',
    COORDINATION: 'Coordination et conflits',
    SITE: 'Travail sur le chantier',
    HANDOVER: 'Réception de l’ouvrage',
    OPERATION: 'Exploitation du bâtiment',
  },
  legalName: 'Raison sociale',
  registrationNumber: 'Numéro d’immatriculation',
  website: 'Site web',
  heardFrom: 'Comment nous avez-vous connus ?',
  marketing: 'Recevoir les actualités du produit',
  saveAndContinue: 'Enregistrer et continuer',
  picture: 'Image',
  companyTypes: {
    OWNER_DEVELOPER: 'Maître d’ouvrage ou promoteur',
    GENERAL_CONTRACTOR: 'Entreprise générale',
    SUBCONTRACTOR: 'Sous-traitant',
    ARCHITECT: 'Architecte',
    ENGINEER: 'Bureau d’études',
    BIM_CONSULTANT: 'Conseil en BIM',
    SUPPLIER: 'Fournisseur',
    PUBLIC_AUTHORITY: 'Administration publique',
    FACILITY_MANAGER: 'Exploitant',
    EDUCATION: 'Enseignement',
    OTHER: 'Autre',
  },
  people: (size) => {
    if (size === '1') return 'Moi uniquement'
    if (size === '1000+') return `Plus de ${numbers.format(1000)} personnes`
    const [from, to] = size.split('-').map((part) => numbers.format(Number(part)))
    return `${from} à ${to} personnes`
  },
}
export default french
