import type { AnalyticsText } from './text.ts'

const french: AnalyticsText = {
  title: 'Analyse de l’utilisation',
  question:
    'Pouvons-nous enregistrer avec Amplitude comment vous utilisez Plumbline, pour voir ce qui fonctionne et ce qui ne fonctionne pas ? Ce que vous tapez n’est jamais enregistré. Vous pouvez changer d’avis dans votre profil.',
  allow: 'Autoriser',
  refuse: 'Non merci',
  setting: 'Enregistrer comment j’utilise Plumbline',
  settingHelp:
    'Avec Amplitude : les pages que vous ouvrez et un enregistrement de l’écran où ce que vous tapez est masqué. Vaut pour cet appareil.',
}
export default french
