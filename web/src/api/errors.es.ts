import type { Texts } from '../languages/texts.ts'

const spanish: Texts['errors'] = {
  offline: 'Sin conexión con el servidor',
  bad_request: 'Estos datos no son válidos',
  // said of a wrong password and of one that is too easy to guess
  bad_password: 'Esta contraseña no es correcta o es poco segura',
  bad_key: 'Este código no es correcto',
  unauthenticated: 'No hay ninguna sesión iniciada',
  second_factor_required: 'Escriba el código de su aplicación de autenticación',
  bad_credentials: 'El correo o la contraseña no son correctos',
  payment_required: 'El plan de esta empresa no lo incluye',
  forbidden: 'No tiene acceso a esto',
  bad_xsrf_token: 'No se pudo comprobar la sesión. Vuelva a cargar la página.',
  not_found: 'Esto no existe o no tiene acceso',
  conflict: 'Esto no es compatible con el estado actual',
  wrong_state: 'Esto no es posible en el estado actual',
  archived: 'Este proyecto está archivado y solo se puede consultar',
  payment_declined: 'El pago fue rechazado',
  no_seats: 'Todas las plazas de esta empresa están ocupadas',
  last_administrator: 'El último administrador no puede salir ni perder este nivel de permiso',
  already_exists: 'Esto ya existe',
  link_expired: 'El enlace de confirmación ha caducado',
  stale: 'Otra persona ha hecho cambios entretanto',
  too_large: 'Esto es demasiado grande',
  unsupported_type: 'Este tipo de archivo no es compatible',
  not_a_model: 'Este archivo no contiene un modelo',
  too_many_requests: 'Demasiadas peticiones. Inténtelo más tarde.',
  internal: 'Error del servidor',
  unavailable: 'El servidor aún no está listo. Inténtelo en un momento.',
}
export default spanish
