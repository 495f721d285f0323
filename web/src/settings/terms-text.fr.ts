import type { TermsText } from './terms-text.ts'

const sections: TermsText['sections'] = [
  {
    id: 'who',
    title: 'Qui fournit ce service',
    paragraphs: [
      'Plumbline est un logiciel libre. Le service que vous utilisez est assuré par la personne ou l’organisme qui exploite ce serveur : votre entreprise, un partenaire ou un hébergeur. Votre cocontractant est cet exploitant, et non les auteurs du logiciel.',
      'Demandez à l’exploitant son nom, son adresse et son contact pour la protection des données ; sur un serveur de votre propre entreprise, il s’agit en général du service informatique.',
    ],
  },
  {
    id: 'account',
    title: 'Votre compte',
    paragraphs: [
      'Un compte appartient à une seule personne. Gardez votre mot de passe pour vous et prévenez l’exploitant si vous pensez que quelqu’un d’autre le connaît.',
      'Vous agissez pour l’entreprise au nom de laquelle vous travaillez dans un projet. Ce que vous pouvez y voir et y modifier est décidé par les administrateurs de ce projet.',
    ],
  },
  {
    id: 'uploads',
    title: 'Ce que vous importez',
    paragraphs: [
      'Les maquettes, plans, photos, remarques et messages restent la propriété de ceux qui les ont réalisés. Vous autorisez l’exploitant à les conserver, à les convertir et à les montrer aux membres du projet, à l’exclusion de toute autre utilisation.',
      'N’importez que ce que vous avez le droit de partager avec les membres du projet. Les photos de personnes supposent une raison et, lorsque la loi l’exige, le consentement de ces personnes.',
    ],
  },
  {
    id: 'use',
    title: 'Utilisation loyale',
    paragraphs: [
      'N’essayez pas d’accéder à des données qui ne vous sont pas destinées, de perturber le service pour les autres, ni d’importer des fichiers conçus pour nuire.',
      'Une maquette à l’écran ne remplace pas le plan vérifié. Les décisions relatives à la sécurité et à la structure restent du ressort des personnes qui en sont responsables.',
    ],
  },
  {
    id: 'data',
    title: 'Données personnelles',
    paragraphs: [
      'Le service conserve votre nom, votre adresse e-mail, votre entreprise, votre rôle, ce que vous écrivez et importez, ainsi que les moments où vous étiez connecté. Il utilise ces données pour faire fonctionner vos projets et pour vous envoyer des notifications.',
      'Un cookie maintient votre session ouverte et un autre vous protège contre les requêtes falsifiées ; deux autres retiennent votre langue et le choix de l’affichage clair ou sombre. Rien n’est transmis à des tiers, sauf si l’exploitant a activé un service qui l’indique.',
      'Sur la page de votre profil, vous pouvez télécharger ce qui est conservé à votre sujet, le corriger et supprimer votre compte. Ce que vous avez apporté à un projet y reste, car d’autres personnes s’appuient dessus.',
    ],
  },
  {
    id: 'liability',
    title: 'Disponibilité et responsabilité',
    paragraphs: [
      'L’exploitant fait de son mieux pour maintenir le service en fonctionnement et le sauvegarder, et annonce les interruptions prolongées. Le logiciel lui-même est fourni sans garantie, comme l’indique sa licence.',
    ],
  },
]

const french: TermsText = {
  title: 'Conditions d’utilisation',
  contents: 'Sommaire',
  version: (date) => `Version 1, ${date}`,
  date: '2026-11-21',
  print: 'Imprimer',
  open: 'Ouvrir les conditions',
  sections,
}
export default french
