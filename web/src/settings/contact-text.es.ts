import type { ContactText } from './contact-text.ts'

const spanish: ContactText = {
  title: 'Contacto',
  topic: 'Asunto',
  topics: {
    SUPPORT: 'Ayuda con el uso',
    BUG: 'Algo no funciona',
    FEATURE: 'Idea para una función',
    BILLING: 'Plan y facturas',
    PRIVACY: 'Mis datos',
    SALES: 'Uso en nuestra empresa',
  },
  name: 'Su nombre',
  email: 'Correo para la respuesta',
  message: 'Mensaje',
  consent: 'Pueden responderme a esta dirección',
  attached: 'Se envía con su mensaje',
  page: (address) => `Página: ${address}`,
  version: (version, browser) => `Versión: Plumbline ${version}, ${browser}`,
  send: 'Enviar',
  sentTitle: 'Mensaje enviado',
  sent: (email) => `Responderemos a ${email}`,
  reference: (reference) => `Su número de referencia es ${reference}.`,
  done: 'Listo',
}
export default spanish
