import { counter } from '../../base/language.ts'
import type { ReviewText } from './review-text.ts'

const count = counter('es')

const spanish: ReviewText = {
  needLook: (places) => count(places, 'lugar por revisar', 'lugares por revisar'),
  review: 'Revisar',
  title: 'Lugares por revisar',
  back: 'Todas las incidencias',
  done: 'No hay lugares por revisar',
  position: (one, of) => `${one} de ${of}`,
  previous: 'Lugar anterior',
  next: 'Lugar siguiente',
  before: 'Imagen de la versión anterior',
  lookingFor: (element) => `¿Dónde está ahora «${element}»?`,
  proposals: 'Propuestas',
  noProposals:
    'No se ha encontrado nada parecido. Seleccione el elemento en el modelo o indique que ya no existe.',
  away: (distance) => `a ${distance}`,
  confirm: 'Confirmar',
  isSelected: 'Es el seleccionado',
  putHere: 'Colocar aquí',
  pointNow: 'Pulse el lugar en el modelo.',
  cancel: 'Cancelar',
  isGone: 'Ya no existe',
  decided: (number) => `Lugar de la n.º ${number} definido`,
  othersFollow: (others) => count(others, 'lugar más lo sigue', 'lugares más lo siguen'),
  undo: 'Deshacer',
  movedAlike: (places) => `Confirmar todos los que se movieron igual (${places})`,
  allDecided: (places) => count(places, 'lugar definido', 'lugares definidos'),
  someFailed: (places) => count(places, 'lugar no se pudo definir', 'lugares no se pudieron definir'),
}
export default spanish
