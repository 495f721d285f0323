import {
  bitmapSchema2,
  camerasSchema2,
  clippingPlaneSchema,
  componentSchema2,
  lineSchema,
} from './geometry.ts'
import type { ContentSchema, DocumentSchemas } from './structure.ts'
import { documentReferenceSchema, headerFileSchema, snippetSchema, versionSchema } from './v2.0.ts'

const reference: ContentSchema = { attributes: { 'Guid!': 'guid' } }

const topic: ContentSchema = {
  attributes: { 'Guid!': 'guid', TopicType: 'string', TopicStatus: 'string' },
  children: {
    'ReferenceLink*': 'string',
    Title: 'string',
    'Priority?': 'string',
    'Index?': 'int',
    'Labels*': 'string',
    CreationDate: 'dateTime',
    CreationAuthor: 'string',
    'ModifiedDate?': 'dateTime',
    'ModifiedAuthor?': 'string',
    'DueDate?': 'dateTime',
    'AssignedTo?': 'string',
    'Stage?': 'string',
    'Description?': 'string',
    'BimSnippet?': snippetSchema,
    'DocumentReference*': documentReferenceSchema,
    'RelatedTopic*': reference,
  },
}
const comment: ContentSchema = {
  attributes: { 'Guid!': 'guid' },
  children: {
    Date: 'dateTime',
    Author: 'string',
    Comment: 'string',
    'Viewpoint?': reference,
    'ModifiedDate?': 'dateTime',
    'ModifiedAuthor?': 'string',
  },
}
const componentList: ContentSchema = {
  children: { 'Component+': { attributes: { IfcGuid: 'commaIfcGuid' }, children: componentSchema2 } },
}

export const documentSchemas21: DocumentSchemas = {
  version: { root: 'Version', content: versionSchema },
  project: {
    root: 'ProjectExtension',
    content: {
      children: {
        'Project?': { attributes: { 'ProjectId!': 'string' }, children: { 'Name?': 'string' } },
        ExtensionSchema: 'string',
      },
    },
  },
  markup: {
    root: 'Markup',
    content: {
      children: {
        'Header?': { children: { 'File+': headerFileSchema } },
        Topic: topic,
        'Comment*': comment,
        'Viewpoints*': {
          attributes: { 'Guid!': 'guid' },
          children: { 'Viewpoint?': 'string', 'Snapshot?': 'string', 'Index?': 'int' },
        },
      },
    },
  },
  visinfo: {
    root: 'VisualizationInfo',
    content: {
      attributes: { 'Guid!': 'guid' },
      children: {
        'Components?': {
          children: {
            'ViewSetupHints?': {
              attributes: {
                SpacesVisible: 'boolean',
                SpaceBoundariesVisible: 'boolean',
                OpeningsVisible: 'boolean',
              },
            },
            'Selection?': componentList,
            Visibility: {
              attributes: { DefaultVisibility: 'boolean' },
              children: { 'Exceptions?': componentList },
            },
            'Coloring?': {
              children: { 'Color+': { attributes: { Color: 'color2' }, children: componentList.children } },
            },
          },
        },
        ...camerasSchema2,
        'Lines?': { children: { 'Line+': lineSchema } },
        'ClippingPlanes?': { children: { 'ClippingPlane*': clippingPlaneSchema } },
        'Bitmap*': bitmapSchema2,
      },
    },
  },
}
