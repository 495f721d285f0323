import type { SyncStatusText } from './status-text.ts'

const french: SyncStatusText = {
  badge: (number) => `Enregistré sur cet appareil : ${number}`,
  syncing: 'Synchronisation',
  attention: 'À vérifier',
  reach: {
    NETWORK: 'Vous êtes hors ligne.',
    PORTAL: 'Ce réseau demande d’abord une connexion à son portail.',
    SERVER: 'Le serveur est arrêté pour le moment.',
    ANSWER: 'Le serveur ne répond pas.',
  },
  asOf: (time) => `Vous voyez l’état de ${time}.`,
  notHere: 'Une partie de cette page n’est pas sur cet appareil.',
  kept: 'Ce que vous écrivez reste ici et sera envoyé plus tard.',
  sessionEnded: 'Votre session est terminée. Connectez-vous pour envoyer ce qui attend sur cet appareil.',
  logIn: 'Se connecter',
  updateReady: 'Une nouvelle version de Plumbline est prête.',
  updateNow: 'Mettre à jour',
}
export default french
