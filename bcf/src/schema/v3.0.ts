import { bitmapPlacementSchema, cameraPositionSchema, clippingPlaneSchema, lineSchema } from './geometry.ts'
import type { ContentSchema, DocumentSchemas, ElementSchema } from './structure.ts'

const reference: ContentSchema = { attributes: { 'Guid!': 'lowerGuid' } }
/** In 3.0 every list has its own container element. */
const listOf = (name: string, element: ElementSchema): ContentSchema => ({
  children: { [`${name}*`]: element },
})

const headerFile: ContentSchema = {
  attributes: { IfcProject: 'ifcGuid', IfcSpatialStructureElement: 'ifcGuid', IsExternal: 'boolean' },
  children: { 'Filename?': 'filled', 'Date?': 'dateTime', 'Reference?': 'filled' },
}
const comment: ContentSchema = {
  attributes: { 'Guid!': 'lowerGuid' },
  children: {
    Date: 'dateTime',
    Author: 'filled',
    'Comment?': 'filled',
    'Viewpoint?': reference,
    'ModifiedDate?': 'dateTime',
    'ModifiedAuthor?': 'filled',
  },
}
const documentReference: ContentSchema = {
  attributes: { 'Guid!': 'lowerGuid' },
  children: {
    'target?': { oneOf: { DocumentGuid: 'lowerGuid', Url: 'filled' } },
    'Description?': 'filled',
  },
}
const topic: ContentSchema = {
  attributes: {
    'Guid!': 'lowerGuid',
    ServerAssignedId: 'filled',
    'TopicType!': 'filled',
    'TopicStatus!': 'filled',
  },
  children: {
    'ReferenceLinks?': listOf('ReferenceLink', 'filled'),
    Title: 'filled',
    'Priority?': 'filled',
    'Index?': 'int',
    'Labels?': listOf('Label', 'filled'),
    CreationDate: 'dateTime',
    CreationAuthor: 'filled',
    'ModifiedDate?': 'dateTime',
    'ModifiedAuthor?': 'filled',
    'DueDate?': 'dateTime',
    'AssignedTo?': 'filled',
    'Stage?': 'filled',
    'Description?': 'filled',
    'BimSnippet?': {
      attributes: { 'SnippetType!': 'filled', IsExternal: 'boolean' },
      children: { Reference: 'filled', ReferenceSchema: 'filled' },
    },
    'DocumentReferences?': listOf('DocumentReference', documentReference),
    'RelatedTopics?': listOf('RelatedTopic', reference),
    'Comments?': listOf('Comment', comment),
    'Viewpoints?': listOf('ViewPoint', {
      attributes: { 'Guid!': 'lowerGuid' },
      children: { 'Viewpoint?': 'filled', 'Snapshot?': 'filled', 'Index?': 'int' },
    }),
  },
}

const component: ContentSchema = {
  attributes: { IfcGuid: 'ifcGuid' },
  children: { 'OriginatingSystem?': 'filled', 'AuthoringToolId?': 'filled' },
}
const visibility: ContentSchema = {
  attributes: { DefaultVisibility: 'boolean' },
  children: {
    'ViewSetupHints?': {
      attributes: { SpacesVisible: 'boolean', SpaceBoundariesVisible: 'boolean', OpeningsVisible: 'boolean' },
    },
    'Exceptions?': listOf('Component', component),
  },
}
const coloring = listOf('Color', {
  attributes: { 'Color!': 'color' },
  children: { Components: { children: { 'Component+': component } } },
})
const visinfo: ContentSchema = {
  attributes: { 'Guid!': 'lowerGuid' },
  children: {
    'Components?': {
      children: {
        'Selection?': listOf('Component', component),
        'Visibility?': visibility,
        'Coloring?': coloring,
      },
    },
    camera: {
      oneOf: {
        OrthogonalCamera: {
          children: { ...cameraPositionSchema, ViewToWorldScale: 'double', AspectRatio: 'positive' },
        },
        PerspectiveCamera: {
          children: { ...cameraPositionSchema, FieldOfView: 'fieldOfView', AspectRatio: 'positive' },
        },
      },
    },
    'Lines?': listOf('Line', lineSchema),
    'ClippingPlanes?': listOf('ClippingPlane', clippingPlaneSchema),
    'Bitmaps?': listOf('Bitmap', {
      children: { Format: 'bitmap', Reference: 'filled', ...bitmapPlacementSchema },
    }),
  },
}

export const documentSchemas30: DocumentSchemas = {
  version: { root: 'Version', content: { attributes: { 'VersionId!': 'string' } } },
  project: {
    root: 'ProjectInfo',
    content: {
      children: { Project: { attributes: { 'ProjectId!': 'filled' }, children: { 'Name?': 'filled' } } },
    },
  },
  markup: {
    root: 'Markup',
    content: {
      children: { 'Header?': { children: { 'Files?': listOf('File', headerFile) } }, Topic: topic },
    },
  },
  visinfo: { root: 'VisualizationInfo', content: visinfo },
  extensions: {
    root: 'Extensions',
    content: {
      children: {
        'TopicTypes?': listOf('TopicType', 'filled'),
        'TopicStatuses?': listOf('TopicStatus', 'filled'),
        'Priorities?': listOf('Priority', 'filled'),
        'TopicLabels?': listOf('TopicLabel', 'filled'),
        'Users?': listOf('User', 'filled'),
        'SnippetTypes?': listOf('SnippetType', 'filled'),
        'Stages?': listOf('Stage', 'filled'),
      },
    },
  },
  documents: {
    root: 'DocumentInfo',
    content: {
      children: {
        'Documents?': listOf('Document', {
          attributes: { 'Guid!': 'lowerGuid' },
          children: { Filename: 'filled', 'Description?': 'filled' },
        }),
      },
    },
  },
}
