import { counter } from '../base/language.ts'
import type { ThreadsText } from './threads-text.ts'

const count = counter('es')

const spanish: ThreadsText = {
  moreCount: (number) => `${number} más`,
  showLess: 'Mostrar menos',
  olderCount: (number) => count(number, 'notificación anterior', 'notificaciones anteriores'),
  loadMore: 'Mostrar más',
  actions: 'Más acciones',
  done: 'Marcada como leída',
  undo: 'Deshacer',
  snooze: 'Posponer hasta',
  laterToday: 'Hoy más tarde',
  tomorrow: 'Mañana',
  nextWeek: 'La semana que viene',
  snoozedUntil: (time) => `Pospuesta hasta ${time}`,
  snoozedCount: (number) => `Pospuestas: ${number}`,
  noneSnoozed: 'No hay nada pospuesto',
  backToAll: 'Todas las notificaciones',
  showNow: 'Mostrar ahora',
  mute: 'Silenciar esta incidencia',
  unmute: 'Dejar de silenciar esta incidencia',
  muted: 'Silenciada',
  mutedToast: 'Silenciada: solo se avisa de asignaciones y menciones',
  unmutedToast: 'Ya no está silenciada',
  answered: {
    APPROVED: (date) => `Ha aceptado${date && ` (${date})`}.`,
    REJECTED: (date) => `Ha rechazado${date && ` (${date})`}.`,
    CANCELLED: () => 'La invitación se ha cancelado.',
    EXPIRED: () => 'La invitación ha caducado.',
  },
}
export default spanish
