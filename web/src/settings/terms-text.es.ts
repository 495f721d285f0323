import type { TermsText } from './terms-text.ts'

const spanish: TermsText = {
  title: 'Condiciones de uso',
  contents: 'Contenido',
  version: (date) => `Versión 1, ${date}`,
  date: '2026-11-21',
  print: 'Imprimir',
  open: 'Abrir las condiciones',
  sections: [
    {
      id: 'who',
      title: 'Quién presta este servicio',
      paragraphs: [
        'Plumbline es un software de código abierto. El servicio que usted utiliza lo presta quien opera este servidor: su empresa, un socio o un proveedor de alojamiento. Ese operador, y no los autores del software, es la otra parte de su contrato.',
        'Solicite al operador su nombre, su dirección y su contacto de protección de datos; en un servidor de su propia empresa suele ser el departamento de informática.',
      ],
    },
    {
      id: 'account',
      title: 'Su cuenta',
      paragraphs: [
        'Cada cuenta pertenece a una sola persona. No comparta su contraseña y avise al operador si cree que otra persona la conoce.',
        'Usted actúa en nombre de la empresa con la que participa en un proyecto. Los administradores de ese proyecto deciden qué puede ver y modificar en él.',
      ],
    },
    {
      id: 'uploads',
      title: 'Lo que usted sube',
      paragraphs: [
        'Los modelos, planos, fotos, incidencias y mensajes siguen siendo propiedad de quienes los crearon. Usted autoriza al operador a almacenarlos, convertirlos y mostrarlos a los miembros del proyecto, y a nada más.',
        'Suba únicamente lo que pueda compartir con los miembros del proyecto. Las fotos de personas requieren un motivo y, cuando la ley lo exija, el consentimiento de esas personas.',
      ],
    },
    {
      id: 'use',
      title: 'Uso adecuado',
      paragraphs: [
        'No intente acceder a datos que no estén destinados a usted, perturbar el servicio para los demás ni subir archivos creados para causar daño.',
        'Un modelo en pantalla no sustituye al plano revisado. Las decisiones sobre la seguridad y la estructura corresponden a las personas responsables de ellas.',
      ],
    },
    {
      id: 'data',
      title: 'Datos personales',
      paragraphs: [
        'El servicio almacena su nombre, su dirección de correo electrónico, su empresa, su rol, lo que escribe y sube, y cuándo ha tenido una sesión iniciada. Utiliza esos datos para gestionar sus proyectos y enviarle notificaciones.',
        'Una cookie mantiene su sesión iniciada y otra le protege contra peticiones falsificadas; otras dos recuerdan su idioma y la apariencia clara u oscura. No se envía nada a terceros, salvo que el operador haya activado un servicio que así lo indique.',
        'En la página de su perfil puede descargar lo que se guarda sobre usted, corregirlo y eliminar su cuenta. Lo que haya aportado a un proyecto permanece en él, porque otras personas dependen de ello.',
      ],
    },
    {
      id: 'liability',
      title: 'Disponibilidad y responsabilidad',
      paragraphs: [
        'El operador hace todo lo posible por mantener el servicio en funcionamiento y con copias de seguridad, y anuncia las interrupciones prolongadas. El software en sí se ofrece sin garantía, como indica su licencia.',
      ],
    },
  ],
}
export default spanish
