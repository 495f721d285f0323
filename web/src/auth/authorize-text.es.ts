import type { AuthorizeText } from './authorize-text.ts'

const spanish: AuthorizeText = {
  title: 'Un programa pide acceso',
  signedIn: (email) => `Ha iniciado sesión como ${email}.`,
  program: 'Programa',
  unverified: 'No verificado',
  unverifiedHint:
    'Cualquiera puede dar cualquier nombre a un programa. Permítalo solo si acaba de iniciarlo usted.',
  saysOfItself: 'Dice de sí mismo',
  returnsTo: 'La respuesta va a',
  thisDevice: (address) => `un programa de este dispositivo (${address})`,
  may: 'Puede, con sus derechos en cada proyecto:',
  mayList: [
    'leer y cambiar incidencias, sus comentarios, vistas y documentos',
    'ver quién trabaja en sus proyectos y cambiar el nombre de los que usted administra',
  ],
  mayNot: 'No puede cambiar su cuenta, las empresas ni quién está en un proyecto.',
  until: 'Podrá hacerlo hasta que lo desconecte en su perfil, en «Acceso a la API».',
  allow: 'Permitir',
  refuse: 'No permitir',
  returned: 'Vuelva al programa',
  returnedHint: 'Ya tiene su respuesta. Puede cerrar esta página.',
  wrong: 'Esto no se puede permitir',
  wrongHint: 'El programa ha preguntado de una forma que aquí no es posible. No se le ha enviado nada.',
  tryAgain: 'Reintentar',
  home: 'A sus proyectos',
}
export default spanish
