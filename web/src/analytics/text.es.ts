import type { AnalyticsText } from './text.ts'

const spanish: AnalyticsText = {
  title: 'Análisis de uso',
  question:
    '¿Podemos registrar con Amplitude cómo usa Plumbline, para ver qué funciona y qué no? Lo que escribe no se registra nunca. Puede cambiarlo en su perfil.',
  allow: 'Permitir',
  refuse: 'No, gracias',
  setting: 'Registrar cómo uso Plumbline',
  settingHelp:
    'Con Amplitude: qué páginas abre y una grabación de la pantalla en la que se oculta lo que escribe. Vale para este dispositivo.',
}
export default spanish
