import type { MergeText } from './merge-text.ts'

const spanish: MergeText = {
  mergeAccounts: 'Fusionar cuentas',
  hint: 'Incorpora a esta cuenta otra de la misma persona, cuando alguien se registró dos veces.',
  mergedInto:
    'Esta cuenta se fusionó con otra de la misma persona. Lo que tenían ambas está allí; los registros muestran para esta cuenta el nombre de la otra.',
  openKept: 'Abrir la cuenta conservada',
  title: 'Fusionar dos cuentas de una persona',
  kept: 'Esta cuenta se conserva',
  givenUp: 'Esta cuenta se abandona',
  other: 'La otra cuenta',
  otherHint: 'Comienzo de una dirección o un nombre',
  swap: 'Conservar la otra cuenta',
  companies: 'Empresas',
  projects: 'Proyectos',
  assigned: 'Incidencias abiertas asignadas',
  conversations: 'Conversaciones',
  programs: 'Tokens y programas',
  issues: 'Incidencias en las que aparece',
  more: (count) => `y ${count} más`,
  none: 'Ninguno',
  what: 'Qué ocurrirá',
  consequences: [
    'Las empresas y los proyectos de ambas pertenecen a la cuenta conservada, con el mayor de los dos permisos. Una empresa cuya propietaria es la cuenta abandonada pasa a la conservada.',
    'Las incidencias, comentarios, archivos, mensajes, vistas y webhooks de la cuenta abandonada pasan a tener la conservada como autora, responsable u observadora. Los registros mantienen el identificador antiguo y muestran el nombre conservado.',
    'Las conversaciones de ambas con la misma persona se convierten en una. Lo que las dos cuentas se escribieron sigue siendo legible.',
    'Con la cuenta abandonada ya no se puede iniciar sesión: sus sesiones, contraseña, claves de acceso, segundo factor, tokens de API y programas conectados terminan de inmediato. Lo que escribió sin conexión y no envió se pierde.',
    'Los ajustes de notificaciones, la contraseña y el segundo factor de la cuenta conservada se mantienen. Las invitaciones a la dirección abandonada llegan a la cuenta conservada.',
    'Se informa a ambas direcciones por correo electrónico. No se puede deshacer: asegúrese primero de que ambas cuentas son de la misma persona.',
  ],
  address: 'Dirección de la cuenta que se abandona',
  addressHint: (email) => `Escriba ${email} para confirmar`,
  done: 'Cuentas fusionadas',
}
export default spanish
