import bcf from '../../bcf/notes.fr.ts'
import type { Texts } from '../../languages/texts.ts'

const french: Texts['fileNotes'] = {
  ACTIVE_CONTENT: 'Le dessin contient un script ou une page web. Exportez-le sans scripts ni liens.',
  DOCTYPE: 'Le dessin déclare un type de document. Exportez-le en SVG 1.1 simple, sans DOCTYPE.',
  EXTERNAL_FILES:
    'Le dessin renvoie à des fichiers qui n’y sont pas. Incorporez images et polices à l’export.',
  ARCHIVE:
    'L’archive est illisible ou ne contient pas exactement une maquette. Envoyez le fichier .ifc lui-même.',
  ARCHIVE_LIMIT: 'L’archive est trop volumineuse une fois décompressée. Envoyez le fichier .ifc lui-même.',
  CRASHED:
    'Le traitement s’est interrompu de façon inattendue. Réessayez ; sinon, exportez de nouveau la maquette ou divisez-la.',
  DAMAGED: 'Le fichier est endommagé. Exportez-le de nouveau et renvoyez-le.',
  EMPTY: 'Le fichier est vide. Exportez de nouveau la maquette.',
  ENCODING: 'Le dessin n’est pas écrit en UTF-8. Exportez-le en UTF-8.',
  INTERNAL: 'Le serveur n’a pas pu traiter ce fichier. Relancez le traitement ou demandez à l’exploitant.',
  KILLED:
    'Le système du serveur a mis fin au traitement, comme il le fait quand la mémoire manque. Divisez la maquette ou demandez à l’exploitant.',
  NOT_IFC: 'Ce n’est pas un fichier IFC. Exportez la maquette en IFC depuis votre logiciel.',
  NO_GEOMETRY:
    'Aucune partie de la maquette n’a pu être affichée. Vérifiez-la dans votre logiciel et exportez-la de nouveau.',
  NO_PROJECT: 'Le fichier ne contient pas de projet (IfcProject) : ce n’est pas une maquette.',
  OUT_OF_MEMORY: 'La maquette demande plus de mémoire que permis. Divisez-la par étages ou par lots.',
  STALLED: 'Le traitement s’est figé. Exportez de nouveau la maquette ou divisez-la.',
  STOPPED: 'Le traitement a été arrêté. Relancez-le quand vous aurez besoin de la maquette.',
  SYNTAX: 'Une ligne du fichier est illisible. Exportez de nouveau la maquette.',
  TIMED_OUT: 'Le traitement a dépassé le temps permis. Divisez la maquette par étages ou par lots.',
  TOO_COMPLEX: 'Le fichier a plus de parties qu’on ne peut en afficher. Simplifiez-le ou divisez-le.',
  TOO_LARGE: 'Le fichier est trop grand pour être affiché. Exportez-le plus petit, ou en PDF.',
  TRUNCATED: 'Le fichier est coupé : sa fin manque. Exportez-le de nouveau ou renvoyez-le.',
  UNKNOWN_SCHEMA: 'Cette version d’IFC n’est pas lue. Choisissez IFC2X3, IFC4 ou IFC4X3 à l’export.',
  WORKER_LOST:
    'Le traitement a été interrompu deux fois. Relancez-le ; le fichier est peut-être trop grand pour ce serveur.',
  WRONG_CONTENT:
    'Le contenu du fichier n’est pas ce que dit son nom. Enregistrez-le avec la bonne extension.',
  WRONG_SUM:
    'Les octets reçus ne sont pas ceux qui ont été envoyés. Renvoyez le fichier comme nouvelle version.',
  COMPRESSION:
    'Sa compression ne permet pas de l’afficher ici : téléchargez-le, ou exportez-le avec meshopt ou sans compression.',
  COORDINATE: 'Certaines parties ont des coordonnées impossibles et ne sont pas affichées.',
  CUT_AWAY: 'Certaines parties ne se voient pas, car leurs ouvertures n’en laissent rien.',
  DANGLING_REFERENCE: 'Le fichier renvoie à des parties qui n’y sont pas.',
  DUPLICATE_NUMBER: 'Des numéros sont employés deux fois ; le premier compte.',
  GEOMETRY: 'Certaines parties ont une forme qui n’a pas pu être affichée.',
  LINEAR_PLACEMENT:
    'Des éléments sont placés le long d’un tracé ; vérifiez leur position avant de vous y fier.',
  MISSING_SHAPE: 'Certaines parties renvoient à une forme absente du fichier.',
  NO_SHAPES: 'Le fichier ne contient aucune forme ; on n’en voit que la structure et les propriétés.',
  PLACEMENT_LOOP:
    'Certaines positions renvoient à elles-mêmes ; les parties concernées sont peut-être mal placées.',
  PROPERTIES_LIMIT:
    'Certains éléments sont affichés sans propriétés, car le fichier en contient plus qu’on ne peut en conserver.',
  SECOND_ENGINE:
    'Certaines parties n’ont pu être dessinées que d’une seconde manière ; comparez-les avec votre logiciel.',
  SPATIAL_LOOP:
    'Certaines parties se contiennent elles-mêmes ou figurent à deux endroits de l’arborescence ; chacune est affichée une fois.',
  TEXT_ENCODING: 'Certains textes sont mal encodés et affichés au mieux.',
  UNIT: 'Des unités sont indiquées de façon incomplète ; vérifiez une cote connue.',
  ...bcf,
}
export default french
