import type { Texts } from '../base/language.ts'

const spanish: Texts['sentences'] = {
  Missing: 'Falta',
  'Not valid': 'No es válido',
  'At least {count}': 'Como mínimo {count}',
  'At most {count}': 'Como máximo {count}',
  'At least {count} characters': 'Como mínimo {count} caracteres',
  'At most {count} characters': 'Como máximo {count} caracteres',
  'Not a part of this project': 'No forma parte de este proyecto',
  'There is one with this name already': 'Ya existe uno con este nombre',
  'This file is larger than {size} MB': 'Este archivo supera los {size} MB',
  'Use a JPG or PNG image': 'Use una imagen JPG o PNG',
  'This image has more than 100 megapixels': 'Esta imagen supera los 100 megapíxeles',
  'This image is damaged. Use a JPG or PNG image': 'Esta imagen está dañada. Use una imagen JPG o PNG',
  'The file is empty': 'El archivo está vacío',
  'A model is an .ifc or .ifczip file': 'Un modelo es un archivo .ifc o .ifczip',
  'This password is easy to guess': 'Esta contraseña es fácil de adivinar',
  'This password, or one like it, is in a list of stolen passwords':
    'Esta contraseña, o una muy parecida, figura en una lista de contraseñas robadas',
  'This password repeats your name or e-mail': 'Esta contraseña repite su nombre o su correo',
  'This is not your password': 'Esta no es su contraseña',
  'This key is not right': 'Este código no es correcto',
  'This code is not right': 'Este código no es correcto',
  'This is your address already': 'Esta ya es su dirección',
  'Another account now uses this address': 'Otra cuenta usa ya esta dirección',
  'Two-step sign-in is already on': 'El inicio de sesión en dos pasos ya está activado',
  'Two-step sign-in is already off': 'El inicio de sesión en dos pasos ya está desactivado',
  'Start two-step sign-in first': 'Empiece de nuevo la configuración',
  'This passkey could not be verified': 'No se ha podido comprobar esta clave de acceso',
  'This passkey is already in use': 'Esta clave de acceso ya está en uso',
  'Create a company or join a project first': 'Primero cree una empresa o únase a un proyecto',
  'You have {count} tokens. Revoke one first.': 'Tiene {count} tokens: revoque primero uno',
  'No program is registered with this client_id': 'No hay ningún programa registrado aquí con este client_id',
  'The program has to send an S256 code_challenge': 'El programa debe enviar un code_challenge según S256',
  'You are the owner of {names}. Transfer it to another member or delete it first.':
    'Usted es propietario de {names}, donde trabajan también otras personas. Transfiérala primero a una de ellas o elimínela.',
  'Create a company first: projects belong to companies':
    'Primero cree una empresa: los proyectos pertenecen a empresas',
  'Only administrators of this company may create projects':
    'Solo los administradores de esta empresa pueden crear proyectos',
  '{count} seats are in use. Remove members or cancel invitations first.':
    'Hay {count} plazas ocupadas. Primero quite miembros o retire invitaciones.',
  'All {count} seats are in use': 'Las {count} plazas están ocupadas',
  'Transfer the company to another member first.': 'Primero transfiera la empresa a otra persona.',
  'The owner cannot leave. Transfer the company to another member first, or delete it.':
    'El propietario no puede salir. Primero transfiera la empresa a otra persona, o elimínela.',
  '{email} is already a member of this company.': '{email} ya es miembro de esta empresa.',
  'Another change of the subscription is in progress': 'Otro cambio de la suscripción está en curso',
  'There is no subscription to change': 'No hay ninguna suscripción que cambiar',
  'There is no subscription to cancel': 'No hay ninguna suscripción que cancelar',
  'The subscription is already cancelled': 'La suscripción ya está cancelada',
  'The subscription is cancelled. Undo the cancellation first.':
    'La suscripción está cancelada: anule primero la cancelación',
  'There already is a subscription. Change it instead.': 'Ya hay una suscripción: cámbiela',
  'Cancel the subscription first': 'Cancele primero la suscripción',
  'The free plan is already in use': 'El plan gratuito ya está en uso',
  'Pay the overdue invoice first': 'Pague primero lo pendiente',
  'There is no trial to extend': 'No hay ninguna prueba que ampliar',
  'A trial can be extended only once': 'Una prueba se amplía una sola vez',
  'This plan can be changed only by the operator of this server':
    'Este plan está acordado con el operador de este servidor',
  'The currency cannot be changed during a subscription':
    'La moneda se mantiene mientras dure la suscripción',
  'Payments are switched off on this server': 'Los pagos están desactivados en este servidor',
  'This sign-up code is used up or has expired': 'Este código de registro está agotado o ha caducado',
  'This is not a valid VAT number': 'Este número de IVA no es válido',
  'The last payment method cannot be removed during a subscription':
    'El último medio de pago se mantiene mientras dure la suscripción',
  'The plan of this company includes {count} active projects':
    'El plan de esta empresa incluye {count} proyectos activos',
  'The plan of this company includes {count} seats': 'El plan de esta empresa incluye {count} plazas',
  'The plan of this company includes {size} GB of storage':
    'El plan de esta empresa incluye {size} GB para archivos',
  'The plan of this company allows files of up to {size} MB':
    'El plan de esta empresa admite archivos de hasta {size} MB',
  'API tokens are part of the Business plan': 'Las claves de API forman parte del plan Business',
  'Webhooks are part of the Business plan': 'Los webhooks forman parte del plan Business',
  'The subscription of this company is unpaid. You can still view and export everything.':
    'La suscripción de esta empresa no está pagada: todo se puede seguir leyendo y exportando',
  'Bank transfer': 'Transferencia bancaria',
  Card: 'Tarjeta',
  'Add a payment method first.': 'Añada primero un método de pago.',
  'The card was declined. Use another one or ask your bank.':
    'La tarjeta fue rechazada. Use otra o consulte con su banco.',
  'This card has insufficient funds.': 'Esta tarjeta no tiene fondos suficientes.',
  'This card has expired.': 'Esta tarjeta ha caducado.',
  'Your bank requires a confirmation, which was not given.':
    'Su banco pide una confirmación que no ha recibido.',
  '{email} is already a member of this project.': '{email} ya es miembro de este proyecto.',
  'This person is already a member.': 'Esta persona ya es miembro.',
  'No project has this code': 'Ningún proyecto tiene este código',
  'This role does not exist there': 'Ese rol no existe ahí',
  'This invitation was already accepted.': 'Esta invitación ya se aceptó.',
  'This invitation was already declined.': 'Esta invitación ya se rechazó.',
  'This invitation was cancelled.': 'Esta invitación se retiró.',
  'This invitation has expired.': 'Esta invitación ha caducado.',
  'Your request was rejected. You can request access again from {time} UTC.':
    'Su solicitud fue rechazada. Puede volver a pedirlo a partir del {time} UTC.',
  'You are already a member of this project.': 'Ya es miembro de este proyecto.',
  'You have already requested access.': 'Ya ha solicitado acceso.',
  'This request was already approved.': 'Esta solicitud ya se aprobó.',
  'This request was already rejected.': 'Esta solicitud ya se rechazó.',
  'This request was cancelled.': 'Esta solicitud se retiró.',
  'This person has become a member in the meantime.': 'Entretanto, esta persona ya es miembro.',
  'Only another member who may work on issues can take them over':
    'Solo puede hacerse cargo otro miembro que pueda trabajar en incidencias',
  'A project has at most {count} levels': 'Un proyecto tiene como máximo {count} niveles',
  'You have {count} views here: delete some first': 'Tiene {count} vistas aquí: elimine algunas primero',
  'A project has at most {count} templates': 'Un proyecto tiene como máximo {count} plantillas',
  'A project has at most {count} sections': 'Un proyecto tiene como máximo {count} zonas',
  'This project is not in the trash.': 'Este proyecto no está en la papelera.',
  'Too large for {paper}': 'Demasiado grande para {paper}',
  'Only a waiting or running version can be stopped':
    'Solo se puede detener una versión en espera o en proceso',
  'Only a failed or stopped version can be restarted':
    'Solo se puede reiniciar una versión fallida o detenida',
  'Only converted versions can be compared': 'Solo se pueden comparar versiones convertidas',
  'There are no two converted versions to compare': 'No hay dos versiones convertidas que comparar',
  'A drawing is a .pdf, .png, .jpg, .svg or .dxf file':
    'Un plano es un archivo .pdf, .png, .jpg, .svg o .dxf',
  'A point cloud is a .las, .laz, .e57 or .ply file':
    'Una nube de puntos es un archivo .las, .laz, .e57 o .ply',
  'A reference mesh is a .glb or .obj file': 'Una malla de referencia es un archivo .glb u .obj',
  'The type of a file can only change before its first version':
    'El tipo de un archivo solo puede cambiar antes de su primera versión',
  'This file has versions': 'Este archivo tiene versiones',
  'This file is not in the trash': 'Este archivo no está en la papelera',
  'This version is not in the trash': 'Esta versión no está en la papelera',
  'This is the only version that is ready: delete the file, or this version with last=true':
    'Es la única versión lista: elimine el archivo, o esta versión con last=true',
  'Only administrators of the project delete what is published':
    'Solo los administradores del proyecto eliminan lo que está publicado',
  'Only administrators of the project publish or withdraw a version':
    'Solo los administradores del proyecto publican o retiran una versión',
  'Only a version that is ready can be made current': 'Solo una versión lista puede ser la actual',
  'The bytes of this version never arrived whole: upload them again as a new version':
    'Esta versión nunca llegó completa: súbala de nuevo como versión nueva',
  'Only a member who may work on issues can be assigned':
    'Solo se puede asignar a un miembro que pueda trabajar en incidencias',
  'There is an issue with this id': 'Ya existe una incidencia con este identificador',
  'An issue that is {from} cannot become {to} by you': 'No puede pasar una incidencia de {from} a {to}',
  'The snapshot is not a PNG or JPEG picture': 'La captura no es una imagen PNG o JPEG',
  'Only editors, or who created the issue or is assigned to it, can do this':
    'Solo pueden hacerlo los editores y quien creó la incidencia o la tiene asignada',
  'Only editors, or who created the issue, can do this':
    'Solo pueden hacerlo los editores y quien creó la incidencia',
  'Only editors, or who added it, can do this': 'Solo pueden hacerlo los editores y quien lo añadió',
  'Somebody else than who resolved the issue has to do this':
    'Debe hacerlo otra persona que quien resolvió la incidencia',
  'Add a comment or a photo that shows what was done':
    'Añada un comentario o una foto que muestre lo que se hizo',
  'Only editors can delete an issue that is no longer open':
    'Solo los editores pueden eliminar una incidencia que ya no está abierta',
  'Others have commented on this issue: only editors can delete it':
    'Otras personas han comentado esta incidencia: solo los editores pueden eliminarla',
  'Not a part of this issue': 'No es parte de esta incidencia',
  'There is a comment with this id': 'Ya existe un comentario con este identificador',
  'There is a view with this id': 'Ya existe una vista con este identificador',
  'There is a file with this id': 'Ya existe un archivo con este identificador',
  'An issue has at most {count} files': 'Una incidencia tiene como máximo {count} archivos',
  'An issue has at most {count} places': 'Una incidencia tiene como máximo {count} lugares',
  'An issue has at most {count} views': 'Una incidencia tiene como máximo {count} vistas',
  'An issue has at most {count} related issues':
    'Una incidencia tiene como máximo {count} incidencias relacionadas',
  'An issue cannot be related to itself': 'Una incidencia no puede relacionarse consigo misma',
  '"{word}" is not a word of this project': '«{word}» no es una palabra de este proyecto',
  'An issue refers to at most {count} documents': 'Una incidencia remite como máximo a {count} documentos',
  'Only photos can be drawn on': 'Solo se puede dibujar sobre fotos',
  'This view has no picture to draw on': 'Esta vista no tiene imagen sobre la que dibujar',
  'Only who added the picture can show again what is blurred':
    'Solo quien añadió la imagen puede volver a mostrar lo difuminado',
  'At most {count} issues at once': 'Como máximo {count} incidencias a la vez',
  'An issue has at most {count} labels': 'Una incidencia tiene como máximo {count} etiquetas',
  'This was taken back already': 'Esto ya se deshizo',
  'This can be taken back for a day': 'Esto se puede deshacer durante un día',
  'This issue was changed since': 'Esta incidencia se ha modificado desde entonces',
  'What it had before is no longer there': 'Lo que tenía antes ya no existe',
  'A report has at most {count} issues': 'Un informe tiene como máximo {count} incidencias',
  'Use a workbook (.xlsx) or a CSV file as exported': 'Use un libro (.xlsx) o un archivo CSV como se exporta',
  'This file has more than {count} rows': 'Este archivo tiene más de {count} filas',
  'The first row names no column that is known': 'La primera fila no nombra ninguna columna conocida',
  'There is no issue with this number': 'No hay ninguna incidencia con este número',
  'This number is in the file twice': 'Este número está dos veces en el archivo',
  '{count} imports are not finished yet: decide on them first':
    'Hay {count} importaciones sin terminar: decida primero sobre ellas',
  'Somebody else changed {columns} since the export':
    'Otra persona ha cambiado {columns} desde la exportación',
  '{column}: "{value}" is not possible': '{column}: «{value}» no es posible',
  'A new issue needs a title': 'Una incidencia nueva necesita un título',
  'Nothing was imported: {count} rows are refused': 'No se importó nada: se rechazan {count} filas',
  'Nobody else is in this conversation any more': 'Ya no queda nadie más en esta conversación',
  'A group has at most {count} people': 'Un grupo tiene como máximo {count} personas',
  'This server does not know this time zone': 'Este servidor no conoce esta zona horaria',
  'An address as in https://example.com/path': 'Una dirección como https://example.com/ruta',
  'This server sends to https:// only': 'Este servidor solo envía a direcciones https://',
  'This is not an address of the public internet': 'No es una dirección de la internet pública',
  'A project has at most {count} webhooks': 'Un proyecto tiene como máximo {count} webhooks',
  'This webhook is switched off': 'Este webhook está desactivado',
}
export default spanish
