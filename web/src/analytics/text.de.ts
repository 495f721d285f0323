import type { AnalyticsText } from './text.ts'

const german: AnalyticsText = {
  title: 'Nutzungsanalyse',
  question:
    'Dürfen wir mit Amplitude aufzeichnen, wie Sie Plumbline benutzen, um zu sehen, was funktioniert und was nicht? Was Sie eingeben, wird nie aufgezeichnet. Sie können das in Ihrem Profil ändern.',
  allow: 'Erlauben',
  refuse: 'Nein danke',
  setting: 'Aufzeichnen, wie ich Plumbline benutze',
  settingHelp:
    'Mit Amplitude: die Seiten, die Sie öffnen, und eine Bildschirmaufzeichnung, in der alles verborgen ist, was Sie eingeben. Wird auf diesem Gerät gespeichert.',
}
export default german
