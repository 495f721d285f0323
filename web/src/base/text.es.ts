import { counter } from './language.ts'
import type { AppText } from './text.ts'

const count = counter('es')

const spanish: AppText = {
  locale: 'es',
  loading: 'Cargando…',
  skip: 'Ir al contenido',
  home: 'Plumbline, a sus proyectos',
  account: 'Empresa',
  chat: 'Chat',
  unread: (number) => count(number, 'mensaje sin leer', 'mensajes sin leer'),
  help: 'Ayuda',
  guide: 'Guía de uso',
  contact: 'Contacto',
  terms: 'Condiciones de uso',
  status: 'Estado del servicio',
  version: (name: string) => `Plumbline, versión ${name}`,
  profile: 'Su perfil',
  companies: 'Empresas',
  myIssues: 'Mis incidencias',
  me: 'Su perfil y sus datos',
  settings: 'Ajustes',
  administration: 'Administración',
  signOut: 'Cerrar sesión',
  appearance: 'Apariencia',
  light: 'Claro',
  dark: 'Oscuro',
  system: 'Sistema',
  palette: 'Búsqueda y comandos',
  shortcuts: 'Atajos de teclado',
  reconnecting: 'Reconectando…',
  pageFailed: 'No se pudo cargar esta página',
  pageFailedHint: 'Puede que se haya perdido la conexión o que la aplicación se haya actualizado.',
  tryAgain: 'Reintentar',
  toProjects: 'Ir a los proyectos',
  notFound: 'Esta página no existe',
  notFoundHint: 'Puede que la dirección tenga una errata o que el contenido ya no exista.',
  restricted: 'Sin acceso',
  restrictedHint:
    'Pida a un miembro que le dé acceso, solicítelo con el código del proyecto o cambie de empresa.',
  askAdministrator: (names) => `Su nivel de permiso no alcanza para esto. Puede cambiarlo ${names}.`,
  requestedOn: (project, date) =>
    `Solicitó acceso al proyecto «${project}» (${date}). La respuesta llegará por correo.`,
  requestAccess: 'Solicitar acceso',
  switchCompany: 'Cambiar de empresa',
  errorId: 'Número de error',
  copy: 'Copiar',
  language: 'Idioma',
  broken: 'Se ha producido un error en el sistema',
  brokenHint:
    'Nada de lo guardado se ha perdido. Vuelva a intentarlo; si el error se repite, envíenos la dirección de esta página.',
}
export default spanish
