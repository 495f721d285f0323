import type { UserText } from './text.ts'

const german: UserText = {
  nameTitle: 'Wie heißen Sie?',
  nameHint: 'Ihr Name steht bei allem, was Sie schreiben.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  phone: 'Telefon',
  phoneHelp: 'Mit Ländervorwahl, etwa +4915112345678',
  continue: 'Weiter',
  kycTitle: 'Über Ihre Firma',
  kycHint:
    'So wissen alle, mit denen Sie arbeiten, mit wem sie es zu tun haben. Ihre Angaben werden laufend gespeichert.',
  companyType: 'Art der Firma',
  companySize: 'Größe',
  jobRole: 'Ihre Rolle',
  country: 'Land',
  more: 'Mehr',
  moreHint: 'Alle diese Angaben sind freiwillig.',
  mainTrade: 'Hauptgewerk',
  useCasesLabel: 'Wofür Sie es nutzen möchten',
  useCases: {
    ISSUES: 'Issues und Mängel',
    MODEL_REVIEW: 'Modelle ansehen',
    COORDINATION: 'Koordination und Kollisionen',
    SITE: 'Arbeit auf der Baustelle',
    HANDOVER: 'Übergabe',
    OPERATION: 'Betrieb des Gebäudes',
  },
  legalName: 'Vollständiger Firmenname',
  registrationNumber: 'Registernummer',
  website: 'Website',
  heardFrom: 'Wie haben Sie von uns erfahren?',
  marketing: 'Neuigkeiten zum Produkt erhalten',
  saveAndContinue: 'Speichern und weiter',
  picture: 'Bild',
  companyTypes: {
    OWNER_DEVELOPER: 'Bauherr oder Projektentwickler',
    GENERAL_CONTRACTOR: 'Generalunternehmer',
    SUBCONTRACTOR: 'Nachunternehmer',
    ARCHITECT: 'Architekturbüro',
    ENGINEER: 'Ingenieurbüro',
    BIM_CONSULTANT: 'BIM-Beratung',
    SUPPLIER: 'Lieferant',
    PUBLIC_AUTHORITY: 'Behörde',
    FACILITY_MANAGER: 'Facility-Management',
    EDUCATION: 'Bildungseinrichtung',
    OTHER: 'Sonstige',
  },
  people: (size) => {
    if (size === '1') return 'Nur ich'
    return size === '1000+' ? 'Mehr als 1.000 Personen' : `${size.replace('-', ' bis ')} Personen`
  },
}
export default german
