import { counter } from '../base/language.ts'
import type { NotificationText } from './text.ts'

const count = counter('es')

const spanish: NotificationText = {
  title: 'Notificaciones',
  bell: (fresh) => (fresh > 0 ? `Notificaciones, ${count(fresh, 'nueva', 'nuevas')}` : 'Notificaciones'),
  empty: 'No tiene notificaciones',
  acknowledge: 'Marcar como leída',
  acknowledgeAll: 'Marcar todas como leídas',
  allProjects: 'Todos los proyectos',
  project: 'Proyecto',
  tryAgain: 'Reintentar',
  unread: 'No se pudieron cargar las notificaciones.',
  failed: 'No se pudo actualizar la lista.',
  fresh: 'Nueva',
  settings: 'Ajustes de notificaciones',
  toAnswer: ['', 'Responder a la invitación', ''],
}
export default spanish
