import type { UpkeepText } from './upkeep-text.ts'

const spanish: UpkeepText = {
  maintenance: 'Mantenimiento',
  maintenanceCard: {
    hint: 'Rechaza los cambios de todos menos de los operadores y no inicia conversiones, importaciones, correos ni facturas. Se puede seguir leyendo e iniciar sesión. Cada página muestra su texto.',
    text: 'Lo que la gente debe saber',
    textHelp: 'Una frase que se muestra sobre cada página',
    until: 'Fin previsto',
    untilHelp: 'Puede quedar vacío. El mantenimiento solo termina cuando usted lo termina.',
    past: 'Ese momento ya ha pasado',
    begin: 'Empezar el mantenimiento',
    save: 'Cambiar',
    end: 'Terminar el mantenimiento',
    isOn: 'Este servidor está en mantenimiento.',
    begun: 'El mantenimiento ha empezado',
    saved: 'Cambiado',
    ended: 'El mantenimiento ha terminado',
  },
}
export default spanish
