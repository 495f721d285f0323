import type { AccountMailTexts } from './account-mails.ts'

export const accountMailsEs: AccountMailTexts = {
  verification: {
    subject: 'Confirme su dirección de correo',
    line: 'Siga el enlace para crear su cuenta de Plumbline, o escriba esta clave donde se registró:',
    action: 'Crear su cuenta',
    closing:
      'El enlace es válido 24 horas y la clave 10 minutos. Si no pidió una cuenta, puede ignorar este mensaje.',
  },
  knownAddress: {
    subject: 'Ya tiene una cuenta',
    line: 'Alguien, probablemente usted, pidió una cuenta de Plumbline con esta dirección. Ya existe una: inicie sesión, o establezca una contraseña nueva si ya no recuerda la anterior.',
    action: 'Iniciar sesión',
    closing: 'Si no fue usted, puede ignorar este mensaje: no se ha cambiado nada.',
  },
  reset: {
    subject: 'Establezca una contraseña nueva',
    line: 'Siga el enlace para establecer una contraseña nueva para su cuenta de Plumbline.',
    action: 'Establecer una contraseña nueva',
    closing: 'El enlace es válido 24 horas, una sola vez. Si no lo pidió, puede ignorar este mensaje.',
  },
  passwordChanged: {
    subject: 'Se ha cambiado su contraseña',
    line: 'Se ha cambiado la contraseña de su cuenta de Plumbline y se ha cerrado la sesión en los demás dispositivos. Las claves de acceso, los tokens de API y los programas conectados se mantienen: revíselos en su perfil y elimine los que no conozca.',
    action: 'Abrir su perfil',
    closing:
      'Si no fue usted, establezca enseguida una contraseña nueva con «¿Ha olvidado su contraseña?» en la página de inicio de sesión.',
  },
  emailFromOld: (email) => ({
    subject: 'Confirme el cambio de su dirección de correo',
    line: `Su cuenta de Plumbline tendrá en adelante la dirección ${email}. Siga el enlace para aceptar; también hay que confirmar el mensaje enviado a la dirección nueva.`,
    action: 'Aceptar el cambio',
    closing:
      'El enlace es válido 24 horas. Si no fue usted, cambie su contraseña: todavía no se ha cambiado nada.',
  }),
  emailToNew: (email) => ({
    subject: 'Confirme su nueva dirección de correo',
    line: `La cuenta de Plumbline de ${email} tendrá en adelante esta dirección. Siga el enlace para confirmar que es suya; también hay que confirmar el mensaje enviado a la dirección anterior.`,
    action: 'Confirmar esta dirección',
    closing: 'El enlace es válido 24 horas. Si no lo pidió, puede ignorar este mensaje.',
  }),
  emailTaken: {
    subject: 'Ya tiene una cuenta',
    line: 'Alguien, probablemente usted, quiso dar esta dirección a otra cuenta de Plumbline. Ya pertenece a una cuenta, así que no se ha cambiado nada.',
    action: 'Iniciar sesión',
    closing: 'Si no fue usted, puede ignorar este mensaje.',
  },
  emailChanged: (email) => ({
    subject: 'Se ha cambiado su dirección de correo',
    line: `Su cuenta de Plumbline tiene ahora la dirección ${email}. Se ha cerrado la sesión en los demás dispositivos.`,
    action: 'Abrir su perfil',
    closing: 'Ya no inicia sesión con esta dirección.',
  }),
  totpOn: {
    subject: 'El inicio de sesión en dos pasos está activado',
    line: 'En adelante, su cuenta de Plumbline pide un código de su aplicación de autenticación después de la contraseña. Guarde los códigos de recuperación donde los encuentre sin su teléfono.',
    action: 'Abrir su perfil',
    closing: 'Si no fue usted, establezca enseguida una contraseña nueva.',
  },
  totpOff: {
    subject: 'El inicio de sesión en dos pasos está desactivado',
    line: 'Su cuenta de Plumbline ya no pide un código de una aplicación de autenticación.',
    action: 'Abrir su perfil',
    closing: 'Si no fue usted, establezca enseguida una contraseña nueva.',
  },
  passkeyAdded: (name) => ({
    subject: 'Se ha añadido una clave de acceso',
    line: `La clave de acceso «${name}» permite ahora iniciar sesión en su cuenta de Plumbline.`,
    action: 'Abrir su perfil',
    closing: 'Si no fue usted, elimine la clave de acceso y establezca enseguida una contraseña nueva.',
  }),
  tokenCreated: (name) => ({
    subject: 'Se ha creado un token de API',
    line: `Con el token de API «${name}», un programa puede actuar ahora en su nombre.`,
    action: 'Abrir el acceso a la API',
    closing: 'Si no ha sido usted, revoque el token y cambie la contraseña de inmediato.',
  }),
  programConnected: (name) => ({
    subject: 'Se ha conectado un programa',
    line: `Un programa que se llama a sí mismo «${name}» trabaja ahora en su nombre, con su consentimiento, con las incidencias de sus proyectos.`,
    action: 'Abrir el acceso a la API',
    closing: 'Si no ha sido usted, desconecte el programa y cambie la contraseña de inmediato.',
  }),
  goodbye: {
    subject: 'Se ha eliminado su cuenta',
    line: 'Se han eliminado su cuenta de Plumbline y sus datos personales. Lo que escribió en proyectos de otros permanece allí sin su nombre.',
    action: 'Visitar Plumbline',
    closing: 'Esta dirección puede usarse en cualquier momento para una cuenta nueva.',
  },
  removedByOperator: {
    subject: 'Su cuenta se ha eliminado',
    line: 'El operador de este servidor de Plumbline ha eliminado su cuenta y sus datos personales. Lo que escribió en proyectos de otros permanece allí sin su nombre.',
    action: 'Visitar Plumbline',
    closing: 'Si no lo esperaba, pregunte al operador del servidor o al administrador de su empresa.',
  },
  lockedByOperator: {
    subject: 'Su cuenta se ha bloqueado',
    line: 'El operador de este servidor de Plumbline ha bloqueado su cuenta. Se ha cerrado su sesión en todas partes y ni usted ni sus programas podrán iniciar sesión hasta que se desbloquee. No se ha eliminado nada.',
    action: 'Abrir Plumbline',
    closing: 'Si no lo esperaba, pregunte al operador del servidor o al administrador de su empresa.',
  },
  unlockedByOperator: {
    subject: 'Su cuenta se ha desbloqueado',
    line: 'El operador de este servidor de Plumbline ha desbloqueado su cuenta. Ya puede iniciar sesión de nuevo.',
    action: 'Iniciar sesión',
    closing: 'Todo está como antes.',
  },
  totpResetByOperator: {
    subject: 'El inicio de sesión en dos pasos se ha restablecido',
    line: 'El operador de este servidor de Plumbline ha desactivado el inicio de sesión en dos pasos de su cuenta y ha eliminado sus códigos de recuperación. Inicie sesión con su contraseña y configúrelo de nuevo.',
    action: 'Abrir su perfil',
    closing: 'Si no lo solicitó, cambie su contraseña de inmediato y avise al operador.',
  },
  signedOutByOperator: {
    subject: 'Se ha cerrado su sesión en todas partes',
    line: 'El operador de este servidor de Plumbline ha cerrado la sesión de su cuenta en todos los dispositivos. Puede iniciar sesión de nuevo en cualquier momento.',
    action: 'Iniciar sesión',
    closing: 'Si no lo esperaba, cambie su contraseña por seguridad.',
  },
  mergedIntoThis: (email) => ({
    subject: 'Sus dos cuentas ahora son una',
    line: `El operador de este servidor Plumbline fusionó su cuenta ${email} con esta. Las empresas, proyectos, incidencias, comentarios y conversaciones de ambas están ahora aquí. Inicie sesión con esta dirección como hasta ahora; con la otra ya no es posible, y sus tokens de API y programas conectados se revocaron.`,
    action: 'Abrir Plumbline',
    closing:
      'Si la otra cuenta no era suya, avise enseguida al operador del servidor o al administrador de su empresa.',
  }),
  mergedIntoOther: (email) => ({
    subject: 'Sus dos cuentas ahora son una',
    line: `El operador de este servidor Plumbline fusionó esta cuenta con su cuenta ${email}. Las empresas, proyectos, incidencias, comentarios y conversaciones de ambas están ahora allí. Inicie sesión con ${email}; con esta dirección ya no es posible, y los tokens de API y programas conectados de esta cuenta se revocaron.`,
    action: 'Iniciar sesión',
    closing:
      'Si la otra cuenta no es suya, avise enseguida al operador del servidor o al administrador de su empresa.',
  }),
  mergedAddress: (email) => ({
    subject: 'Su cuenta tiene otra dirección',
    line: `Alguien, probablemente usted, quiso iniciar sesión o crear una cuenta de Plumbline con esta dirección. Su cuenta se fusionó con su cuenta ${email}: inicie sesión con esa dirección.`,
    action: 'Iniciar sesión',
    closing: 'Si no fue usted, puede ignorar este correo: no se ha cambiado nada.',
  }),
  operatorAdded: {
    subject: 'Ahora administra este servidor',
    line: 'Su cuenta de Plumbline es ahora operadora de este servidor: el menú del perfil incluye «Administración».',
    action: 'Abrir administración',
    closing: 'Si no lo esperaba, avise a quienes gestionan el servidor.',
  },
  operatorRemoved: {
    subject: 'Ya no administra este servidor',
    line: 'Su cuenta de Plumbline ya no es operadora de este servidor.',
    action: 'Abrir Plumbline',
    closing: 'Sus proyectos y empresas siguen igual.',
  },
}
