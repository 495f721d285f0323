import { counter } from '../app/language.ts'
import type { ChatText } from './text.ts'

const count = counter('es')

const spanish: ChatText = {
  title: 'Chat',
  threads: 'Conversaciones',
  empty: 'Aún no hay conversaciones',
  emptyHint: 'Cada uno de sus proyectos tiene una: antes hay que crear un proyecto o unirse a uno.',
  choose: 'Elija una conversación',
  hello: 'Empiece con un saludo',
  helloHint: 'Aquí aún no se ha escrito nada.',
  write: 'Escribir un mensaje',
  send: 'Enviar',
  mayNot: 'Los lectores pueden leer aquí, pero no escribir',
  back: 'Todas las conversaciones',
  deleted: 'Este mensaje se ha eliminado',
  formerMember: 'Antiguo miembro',
  you: 'Usted',
  unread: (number) => count(number, 'mensaje sin leer', 'mensajes sin leer'),
  members: (number) => count(number, 'miembro', 'miembros'),
  older: 'Mensajes anteriores',
  loadFailed: 'No se pudo cargar la conversación',
  messageActions: 'Acciones del mensaje',
  makeIssue: 'Convertir en incidencia',
  fromChat: 'Desde el chat',
  tryAgain: 'Reintentar',
  status: { SENT: 'Enviado', DELIVERED: 'Entregado', READ: 'Leído', DELETED: 'Eliminado' },
}
export default spanish
