import { bitmap2, cameras2, clippingPlane, component2, line } from './geometry.ts'
import type { Content, Documents } from './structure.ts'
import { documentReference, headerFile, snippet, version } from './v2.0.ts'

const reference: Content = { attributes: { 'Guid!': 'guid' } }

const topic: Content = {
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
    'BimSnippet?': snippet,
    'DocumentReference*': documentReference,
    'RelatedTopic*': reference,
  },
}
const comment: Content = {
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
const componentList: Content = {
  children: { 'Component+': { attributes: { IfcGuid: 'commaIfcGuid' }, children: component2 } },
}

export const documents21: Documents = {
  version: { root: 'Version', content: version },
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
        'Header?': { children: { 'File+': headerFile } },
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
        ...cameras2,
        'Lines?': { children: { 'Line+': line } },
        'ClippingPlanes?': { children: { 'ClippingPlane*': clippingPlane } },
        'Bitmap*': bitmap2,
      },
    },
  },
}
