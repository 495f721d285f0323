import { counter } from '../../base/language.ts'
import type { ComposerText } from './text.ts'

const count = counter('es')

const spanish: ComposerText = {
  formatting: 'Formato',
  formats: {
    bold: 'Negrita',
    italic: 'Cursiva',
    code: 'Código',
    link: 'Enlace',
    quote: 'Cita',
    list: 'Lista',
    numbers: 'Lista numerada',
  },
  mention: 'Mencionar a alguien',
  mentionIssue: 'Mencionar una incidencia',
  attach: 'Adjuntar archivos',
  photo: 'Hacer una foto',
  people: 'Personas',
  issues: 'Incidencias',
  found: (number) => `${count(number, 'sugerencia', 'sugerencias')}, elija con las flechas`,
  outside: 'fuera de este proyecto',
  outsideHint: (names) => `Fuera de este proyecto, por lo que no recibe aviso: ${names}.`,
  invite: 'Invitar',
  cancel: 'Cancelar',
  tooLong: (most) => `${most} caracteres como máximo`,
}
export default spanish
