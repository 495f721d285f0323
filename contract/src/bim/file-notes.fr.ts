import type { FileNotes } from './file-notes.ts'

const french: FileNotes = {
  ACTIVE_CONTENT: 'Le dessin contient un script ou une page web. Exportez-le sans scripts ni liens.',
  DOCTYPE: 'Le dessin déclare un type de document. Exportez-le en SVG 1.1 simple, sans DOCTYPE.',
  EXTERNAL_FILES:
    'Le dessin renvoie à des fichiers qui n’y sont pas. Incorporez images et polices à l’export.',
  ARCHIVE:
    'L’archive est illisible ou ne contient pas exactement une maquette. Envoyez le fichier .ifc lui-même.',
  ARCHIVE_LIMIT: 'L’archive est trop volumineuse une fois décompressée. Envoyez le fichier .ifc lui-même.',
  CRASHED:
    'Le traitement s’est interrompu de façon inattendue. Réessayez ; sinon, exportez de nouveau la maquette ou divisez-la.',
  DAMAGED: 'Le fichier est endommagé. Exportez-le de nouveau et renvoyez-le.',
  EMPTY: 'Le fichier est vide. Exportez de nouveau la maquette.',
  ENCODING: 'Le dessin n’est pas écrit en UTF-8. Exportez-le en UTF-8.',
  INTERNAL: 'Le serveur n’a pas pu traiter ce fichier. Relancez le traitement ou demandez à l’exploitant.',
  KILLED:
    'Le système du serveur a mis fin au traitement, comme il le fait quand la mémoire manque. Divisez la maquette ou demandez à l’exploitant.',
  NOT_IFC: 'Ce n’est pas un fichier IFC. Exportez la maquette en IFC depuis votre logiciel.',
  NO_GEOMETRY:
    'Aucune partie de la maquette n’a pu être affichée. Vérifiez-la dans votre logiciel et exportez-la de nouveau.',
  NO_INDEX:
    'Aucun index des éléments de la version actuelle n’est enregistré pour ce modèle. Renvoyez le fichier, ou convertissez-le de nouveau avec une version plus récente du serveur.',
  NO_PROJECT: 'Le fichier ne contient pas de projet (IfcProject) : ce n’est pas une maquette.',
  OUT_OF_MEMORY:
    'La maquette demande plus de mémoire que permis. Divisez-la par niveaux ou par corps d’état.',
  STALLED: 'Le traitement s’est figé. Exportez de nouveau la maquette ou divisez-la.',
  STOPPED: 'Le traitement a été arrêté. Relancez-le quand vous aurez besoin de la maquette.',
  SYNTAX: 'Une ligne du fichier est illisible. Exportez de nouveau la maquette.',
  TIMED_OUT: 'Le traitement a dépassé le temps permis. Divisez la maquette par niveaux ou par corps d’état.',
  TOO_COMPLEX: 'Le fichier a plus de parties qu’on ne peut en afficher. Simplifiez-le ou divisez-le.',
  TOO_LARGE: 'Le fichier est trop grand pour être affiché. Exportez-le plus petit, ou en PDF.',
  TRUNCATED: 'Le fichier est coupé : sa fin manque. Exportez-le de nouveau ou renvoyez-le.',
  UNKNOWN_SCHEMA: 'Cette version d’IFC n’est pas lue. Choisissez IFC2X3, IFC4 ou IFC4X3 à l’export.',
  DISK_FULL: 'Le disque de ce serveur est plein. Demandez de la place à son exploitant, puis relancez.',
  WORKER_LOST:
    'Le traitement a été interrompu deux fois. Relancez-le ; le fichier est peut-être trop grand pour ce serveur.',
  WRONG_CONTENT:
    'Le contenu du fichier n’est pas ce que dit son nom. Enregistrez-le avec la bonne extension.',
  WRONG_SUM:
    'Les octets reçus ne sont pas ceux qui ont été envoyés. Renvoyez le fichier comme nouvelle version.',
  COORDINATE: 'Certaines parties ont des coordonnées impossibles et ne sont pas affichées.',
  CUT_AWAY: 'Certaines parties ne se voient pas, car leurs ouvertures n’en laissent rien.',
  DANGLING_REFERENCE: 'Le fichier renvoie à des parties qui n’y sont pas.',
  DUPLICATE_NUMBER: 'Des numéros sont employés deux fois ; le premier compte.',
  GEOMETRY: 'Certaines parties ont une forme qui n’a pas pu être affichée.',
  GRID_PLACEMENT:
    'Des éléments sont placés sur les axes d’une grille qui n’ont pas pu être évalués ; leur position peut être fausse.',
  LINEAR_PLACEMENT:
    'Des éléments sont placés le long d’un tracé qui n’a pas pu être évalué ou qui contredit leur position indiquée ; vérifiez-les.',
  LINES_ONLY: 'Le fichier ne contient que des lignes : tracés, quadrillages ou annotations.',
  LINES_UNREAD:
    'Certaines lignes, axes ou annotations par exemple, n’ont pas pu être lues et ne sont pas dessinées.',
  LINES_LIMIT: 'Le fichier contient plus de lignes qu’on ne peut en dessiner ; certaines manquent.',
  LAYER_OFF:
    'Certains calques sont désactivés ou gelés dans le fichier ; leurs éléments sont quand même affichés.',
  LEFT_OUT:
    'Le fichier contient aussi des plannings, coûts, contraintes ou charges, qui ne sont pas affichés.',
  XML_UNREAD: 'Certaines parties du XML sont inconnues en IFC4 et n’ont pas été lues.',
  MISSING_SHAPE: 'Certaines parties renvoient à une forme absente du fichier.',
  NO_SHAPES: 'Le fichier ne contient aucune forme ; on n’en voit que la structure et les propriétés.',
  PARTS_UNKNOWN:
    'Certains éléments sont affichés sans les surfaces ou solides d’un genre qui ne peut pas être dessiné.',
  PLACEMENT_LOOP:
    'Certaines positions renvoient à elles-mêmes ; les parties concernées sont peut-être mal placées.',
  POINT_NUMBERS:
    'Certaines formes numérotent leurs points d’une manière qui n’a pas pu être évaluée ; elles peuvent être fausses.',
  PROPERTIES_LIMIT:
    'Certains éléments sont affichés sans propriétés, car le fichier en contient plus qu’on ne peut en conserver.',
  RELATED_LIMIT:
    'Certains éléments ont plus de jeux de propriétés, matériaux, documents ou connexions que ceux affichés, les 400 premiers.',
  SECOND_ENGINE:
    'Certaines parties n’ont pu être dessinées que d’une seconde manière ; comparez-les avec votre logiciel.',
  SPATIAL_LOOP:
    'Certaines parties se contiennent elles-mêmes ou figurent à deux endroits de l’arborescence ; chacune est affichée une fois.',
  TEXT_ENCODING: 'Certains textes sont mal encodés et affichés au mieux.',
  UNIT: 'Des unités sont indiquées de façon incomplète ; vérifiez une cote connue.',
  SHAPE_LOOP: 'Certains éléments ont une forme qui se contient elle-même et ne sont pas affichés.',
  TOO_MANY_PARTS: 'Certains éléments répètent leurs parties si souvent qu’ils ne peuvent pas être affichés.',
  WRONG_REFERENCE:
    'Certaines données renvoient à un objet du mauvais type ou à aucun ; ce qu’elles disent est incomplet ou mal placé.',
  WRONG_ARGUMENTS:
    'Il manque à certaines données des valeurs obligatoires, ou elles en ont trop ; ce qu’elles décrivent peut être faux ou invisible.',
  WRONG_VALUE:
    'Certaines formes ont une taille qui n’est pas supérieure à zéro ou une direction de longueur nulle ; elles peuvent être fausses ou invisibles.',
  SEVERAL_PROJECTS:
    'Le fichier contient plusieurs projets ; les unités et la situation du premier sont utilisées.',
  LARGE_NUMBER: 'Certains numéros dépassent 32 bits ; ils ont été remplacés.',
  SCALE: 'Les unités du fichier peuvent se lire de deux façons ; vérifiez une dimension connue.',
  BAD_GUID:
    'Certains éléments n’ont pas de GlobalId valable ; les remarques et les comparaisons peuvent ne pas les trouver.',
  SAME_GUID:
    'Certains éléments partagent leur GlobalId avec un autre ; les remarques et les comparaisons peuvent les confondre.',
  NOT_SHOWN_COORDINATE: 'La position n’est pas un nombre valide ou se trouve très loin du modèle.',
  NOT_SHOWN_MISSING_SHAPE: 'Le fichier renvoie à une forme qu’il ne contient pas.',
  NOT_SHOWN_CUT_AWAY: 'Les ouvertures découpent toute la forme.',
  NOT_SHOWN_GEOMETRY: 'La forme est vide, n’a pas d’étendue ou a un profil qui ne peut pas être dessiné.',
  NOT_SHOWN_UNKNOWN_SHAPE: 'La forme est une surface ou un solide d’un genre qui ne peut pas être dessiné.',
  NOT_SHOWN_NESTED_CUTS: 'La forme se compose de trop de découpes imbriquées.',
  NOT_SHOWN_SHAPE_LOOP: 'La forme se contient elle-même.',
  NOT_SHOWN_TOO_MANY_PARTS: 'La forme se compose de trop de parties répétées.',
  BCF_NOT_AN_ARCHIVE:
    'Ce n’est pas un fichier BCF, ou il a été coupé. Choisissez un fichier .bcf ou .bcfzip.',
  BCF_DAMAGED: 'Le fichier est endommagé. Exportez de nouveau les remarques.',
  BCF_TOO_MANY_ENTRIES: 'L’archive contient trop de fichiers. Exportez moins de remarques à la fois.',
  BCF_LEADS_OUT:
    'Un fichier de l’archive serait rangé en dehors d’elle. Aucun programme n’écrit cela par erreur : demandez d’où vient le fichier.',
  BCF_ABSOLUTE_NAME:
    'Un fichier de l’archive nomme un emplacement de disque. Demandez d’où vient le fichier.',
  BCF_BAD_NAME: 'Un fichier de l’archive a un nom interdit. Demandez d’où vient le fichier.',
  BCF_LINK: 'L’archive contient un lien au lieu d’un fichier. Demandez d’où vient le fichier.',
  BCF_ENCRYPTED: 'L’archive est chiffrée. Exportez-la sans mot de passe.',
  BCF_PACKED_OTHERWISE:
    'L’archive est compressée d’une façon que BCF ne connaît pas. Exportez de nouveau les remarques.',
  BCF_SAME_NAME: 'Un fichier est deux fois dans l’archive. Exportez de nouveau les remarques.',
  BCF_OVERLAPPING: 'Des fichiers de l’archive partagent leurs octets. Demandez d’où vient le fichier.',
  BCF_BOMB: 'Un fichier de l’archive grossit sans fin une fois décompressé. Demandez d’où vient le fichier.',
  BCF_ENTRY_TOO_LARGE: 'Un fichier de l’archive est trop gros. Exportez moins de remarques à la fois.',
  BCF_ARCHIVE_TOO_LARGE: 'Décompressée, l’archive est trop grosse. Exportez moins de remarques à la fois.',
  BCF_NO_VERSION: 'Il manque à l’archive le fichier « bcf.version ». Choisissez un fichier BCF 1.0 à 3.0.',
  BCF_SEVERAL_VERSIONS: 'L’archive contient plusieurs fichiers BCF. Importez chacun séparément.',
  BCF_UNKNOWN_VERSION: 'Cette version de BCF n’est pas lue. Exportez en BCF 1.0 à 3.0.',
  BCF_ENCODING:
    'Un fichier de l’archive n’est pas écrit dans l’encodage qu’il annonce. Exportez de nouveau les remarques.',
  BCF_DOCTYPE:
    'Un fichier de l’archive déclare un type de document qui pourrait lire des fichiers du serveur. Demandez d’où vient le fichier.',
  BCF_ENTITY:
    'Un fichier de l’archive emploie une entité inconnue de XML. Exportez de nouveau les remarques.',
  BCF_NOT_XML: 'Un fichier de l’archive n’est pas du XML lisible. Exportez de nouveau les remarques.',
  BCF_TOO_DEEP: 'Un fichier de l’archive est trop profondément imbriqué. Demandez d’où vient le fichier.',
  BCF_TOO_MANY_ATTRIBUTES: 'Un élément de l’archive a trop d’attributs. Demandez d’où vient le fichier.',
  BCF_TOO_MANY_ELEMENTS: 'Un fichier de l’archive a trop d’éléments. Exportez moins de remarques à la fois.',
  BCF_TEXT_TOO_LONG: 'Un texte de l’archive est trop long. Exportez moins de remarques à la fois.',
  BCF_TOO_MUCH_XML: 'L’archive contient trop de XML. Exportez moins de remarques à la fois.',
  BCF_OTHER_CONTENT:
    'Un fichier de l’archive contient autre chose que ce que dit son nom. Exportez de nouveau les remarques.',
  BCF_TOO_MANY:
    'L’archive contient plus de remarques, ou de parties de remarques, qu’il n’en est lu. Exportez-en moins à la fois.',
  BCF_SAME_TOPIC: 'Une remarque est deux fois dans l’archive. Exportez de nouveau les remarques.',
  BCF_LOST:
    'L’importation a été interrompue deux fois. Réessayez ; le fichier est peut-être trop gros pour ce serveur.',
  BCF_INTERNAL: 'Le serveur n’a pas pu lire ce fichier. Réessayez ou demandez à l’exploitant.',
  BCF_RIGHTS:
    'La personne qui a commencé cette importation ne peut plus modifier le projet. Demandez-le à un éditeur du projet.',
  BCF_MISSING_FILE: 'Des fichiers nommés ne sont pas dans l’archive.',
  BCF_BAD_DATE: 'Certaines dates n’en sont pas.',
  BCF_BAD_GUID: 'Des GUID non valides ont été remplacés.',
  BCF_SAME_GUID: 'Plusieurs parties d’une remarque ont le même GUID : les dernières en ont reçu un autre.',
  BCF_MISSING_VALUE: 'Il manque des titres, des auteurs ou des dates.',
  BCF_BAD_GEOMETRY: 'Des caméras, plans ou lignes aux nombres impossibles ont été laissés de côté.',
  BCF_BAD_COMPONENT: 'Des éléments sans identifiant utilisable ont été laissés de côté.',
  BCF_EMPTY: 'Des points de vue sans contenu ont été laissés de côté.',
  BCF_MISSING_VIEWPOINT: 'Des commentaires montrent des points de vue qui ne sont pas dans leur remarque.',
  BCF_LEFT_OUT: 'Ce qui n’a pas de place dans BCF 3.0 a été laissé de côté.',
  BCF_NO_PICTURE: 'Des images qui ne sont ni PNG ni JPEG, ou trop grandes, ont été laissées de côté.',
  BCF_TOO_MANY_DOCUMENTS: 'Les documents au-delà des 20 qu’une remarque peut avoir ont été laissés de côté.',
}
export default french
