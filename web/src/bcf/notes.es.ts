import type { BcfNotes } from './text.ts'

const spanish: BcfNotes = {
  BCF_NOT_AN_ARCHIVE: 'Esto no es un archivo BCF, o está cortado. Elija un archivo .bcf o .bcfzip.',
  BCF_DAMAGED: 'El archivo está dañado. Exporte de nuevo las incidencias.',
  BCF_TOO_MANY_ENTRIES:
    'El archivo comprimido contiene demasiados ficheros. Exporte menos incidencias a la vez.',
  BCF_LEADS_OUT:
    'Un fichero del archivo se guardaría fuera de él. Ningún programa escribe eso por error: pregunte de dónde viene.',
  BCF_ABSOLUTE_NAME: 'Un fichero del archivo nombra un lugar de un disco. Pregunte de dónde viene.',
  BCF_BAD_NAME: 'Un fichero del archivo tiene un nombre no permitido. Pregunte de dónde viene.',
  BCF_LINK: 'El archivo contiene un enlace en lugar de un fichero. Pregunte de dónde viene.',
  BCF_ENCRYPTED: 'El archivo está cifrado. Expórtelo sin contraseña.',
  BCF_PACKED_OTHERWISE:
    'El archivo está comprimido de un modo que BCF no conoce. Exporte de nuevo las incidencias.',
  BCF_SAME_NAME: 'Un fichero está dos veces en el archivo. Exporte de nuevo las incidencias.',
  BCF_OVERLAPPING: 'Hay ficheros del archivo que comparten sus bytes. Pregunte de dónde viene.',
  BCF_BOMB: 'Un fichero del archivo crece sin fin al descomprimirse. Pregunte de dónde viene.',
  BCF_ENTRY_TOO_LARGE: 'Un fichero del archivo es demasiado grande. Exporte menos incidencias a la vez.',
  BCF_ARCHIVE_TOO_LARGE: 'Descomprimido, el archivo es demasiado grande. Exporte menos incidencias a la vez.',
  BCF_NO_VERSION: 'Al archivo le falta el fichero «bcf.version». Elija un archivo BCF 2.0, 2.1 o 3.0.',
  BCF_SEVERAL_VERSIONS: 'El archivo contiene varios archivos BCF. Importe cada uno por separado.',
  BCF_UNKNOWN_VERSION: 'Esta versión de BCF no se lee. Exporte como BCF 2.0, 2.1 o 3.0.',
  BCF_ENCODING:
    'Un fichero del archivo no está escrito en la codificación que indica. Exporte de nuevo las incidencias.',
  BCF_DOCTYPE:
    'Un fichero del archivo declara un tipo de documento que podría leer ficheros del servidor. Pregunte de dónde viene.',
  BCF_ENTITY: 'Un fichero del archivo usa una entidad que XML no conoce. Exporte de nuevo las incidencias.',
  BCF_NOT_XML: 'Un fichero del archivo no es XML legible. Exporte de nuevo las incidencias.',
  BCF_TOO_DEEP: 'Un fichero del archivo está anidado a demasiada profundidad. Pregunte de dónde viene.',
  BCF_TOO_MANY_ATTRIBUTES: 'Un elemento del archivo tiene demasiados atributos. Pregunte de dónde viene.',
  BCF_TOO_MANY_ELEMENTS:
    'Un fichero del archivo tiene demasiados elementos. Exporte menos incidencias a la vez.',
  BCF_TEXT_TOO_LONG: 'Un texto del archivo es demasiado largo. Exporte menos incidencias a la vez.',
  BCF_TOO_MUCH_XML: 'El archivo contiene demasiado XML. Exporte menos incidencias a la vez.',
  BCF_OTHER_CONTENT:
    'Un fichero del archivo contiene algo distinto de lo que dice su nombre. Exporte de nuevo las incidencias.',
  BCF_TOO_MANY:
    'El archivo contiene más incidencias, o partes de ellas, de las que se leen. Exporte menos a la vez.',
  BCF_SAME_TOPIC: 'Una incidencia está dos veces en el archivo. Exporte de nuevo las incidencias.',
  BCF_LOST:
    'La importación se interrumpió dos veces. Inténtelo de nuevo; quizá el archivo sea demasiado grande para este servidor.',
  BCF_INTERNAL: 'El servidor no pudo leer este archivo. Inténtelo de nuevo o pregunte al operador.',
  BCF_RIGHTS:
    'Quien empezó esta importación ya no puede cambiar el proyecto. Pídaselo a un editor del proyecto.',
  BCF_MISSING_FILE: 'Hay ficheros nombrados que no están en el archivo.',
  BCF_BAD_DATE: 'Algunas fechas no lo son.',
  BCF_BAD_GUID: 'Se sustituyeron GUID no válidos.',
  BCF_SAME_GUID: 'Varias partes de una incidencia tienen el mismo GUID: las últimas recibieron otro.',
  BCF_MISSING_VALUE: 'Faltan títulos, autores o fechas.',
  BCF_BAD_GEOMETRY: 'Se omitieron cámaras, planos o líneas con números imposibles.',
  BCF_BAD_COMPONENT: 'Se omitieron componentes sin identificador utilizable.',
  BCF_EMPTY: 'Se omitieron vistas sin contenido.',
  BCF_MISSING_VIEWPOINT: 'Hay comentarios que muestran vistas que no están en su incidencia.',
  BCF_LEFT_OUT: 'Se omitió lo que no tiene lugar en BCF 3.0.',
  BCF_NO_PICTURE: 'Se omitieron imágenes que no son PNG ni JPEG, o que son demasiado grandes.',
  BCF_TOO_MANY_DOCUMENTS: 'Se omitieron los documentos que pasan de los 20 que puede tener una incidencia.',
}
export default spanish
