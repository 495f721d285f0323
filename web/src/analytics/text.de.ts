import type { AnalyticsText } from './text.ts'

const german: AnalyticsText = {
  title: 'Nutzung messen',
  question:
    'Dürfen wir mit Amplitude aufzeichnen, wie Sie Plumbline benutzen, um zu sehen, was gut geht und was nicht? Was Sie tippen, wird nie aufgezeichnet. Sie können das in Ihrem Profil ändern.',
  allow: 'Erlauben',
  refuse: 'Nein danke',
  setting: 'Aufzeichnen, wie ich Plumbline benutze',
  settingHelp:
    'Mit Amplitude: welche Seiten Sie öffnen, und eine Aufzeichnung des Bildschirms, in der verborgen ist, was Sie tippen. Gilt für dieses Gerät.',
}
export default german
