import type { HelpText } from './text.ts'

const text: HelpText = {
  title: 'Ayuda',
  home: 'Plumbline, a la aplicación',
  toApp: 'Abrir Plumbline',
  elsewhere: 'La ayuda de este servidor está en una página de su operador',
  open: 'Abrir la página de ayuda',
  heading: 'Guía de uso',
  intro:
    'Todo lo que hace Plumbline, en el orden en que lo necesitará. La búsqueda encuentra palabras en todos los capítulos.',
  contents: 'Todos los capítulos',
  chapters: 'Capítulos',
  search: 'Buscar en la guía',
  found: (number) => (number === 1 ? '1 sección encontrada' : `${number} secciones encontradas`),
  nothing: 'No hay nada en la guía',
  nothingHint: 'Pruebe con menos palabras o con otras, o escríbanos: «Contacto» en el menú de ayuda.',
  noChapter: 'Este capítulo no existe',
  noChapterHint: 'Quizá la dirección sea incorrecta. Todos los capítulos están junto a este texto.',
  next: 'Capítulo siguiente:',
}
export default text
