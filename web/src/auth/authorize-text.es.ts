import type { AuthorizeText } from './authorize-text.ts'

const spanish: AuthorizeText = {
  title: 'Un programa solicita acceso',
  signedIn: (email) => `Ha iniciado sesión como ${email}.`,
  program: 'Programa',
  unverified: 'No verificado',
  unverifiedHint: 'Un programa puede usar cualquier nombre. Permita el acceso solo si lo ha iniciado usted.',
  saysOfItself: 'Su propia descripción',
  returnsTo: 'Se le redirigirá a',
  thisDevice: (address) => `un programa de este dispositivo (${address})`,
  may: 'Con sus permisos en cada proyecto, podrá:',
  mayList: [
    'leer y cambiar incidencias, sus comentarios, vistas y documentos',
    'ver quién trabaja en sus proyectos y cambiar el nombre de los que usted administra',
  ],
  mayNot: 'No puede cambiar su cuenta, las empresas ni quién está en un proyecto.',
  until: 'El acceso dura hasta que desconecte el programa en su perfil, en «Acceso a la API».',
  allow: 'Permitir',
  refuse: 'Denegar',
  returned: 'Vuelva al programa',
  returnedHint: 'Su decisión se ha enviado. Puede cerrar esta página.',
  wrong: 'No se puede conceder el acceso',
  wrongHint: 'La solicitud del programa no es válida. No se le ha enviado nada.',
  tryAgain: 'Reintentar',
  home: 'Ir a los proyectos',
}
export default spanish
