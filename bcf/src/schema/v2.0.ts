import { bitmap2, cameras2, clippingPlane, component2, line } from './geometry.ts'
import type { Content, Documents } from './structure.ts'

const reference: Content = { attributes: { 'Guid!': 'guid' } }

/** A model file that a topic refers to, identical in 2.0 and 2.1. */
export const headerFile: Content = {
  attributes: {
    IfcProject: 'commaIfcGuid',
    IfcSpatialStructureElement: 'commaIfcGuid',
    isExternal: 'boolean',
  },
  children: { 'Filename?': 'string', 'Date?': 'dateTime', 'Reference?': 'string' },
}
export const snippet: Content = {
  attributes: { 'SnippetType!': 'string', isExternal: 'boolean' },
  children: { Reference: 'string', ReferenceSchema: 'string' },
}
export const documentReference: Content = {
  attributes: { Guid: 'guid', isExternal: 'boolean' },
  children: { 'ReferencedDocument?': 'string', 'Description?': 'string' },
}
export const version: Content = {
  attributes: { VersionId: 'string' },
  children: { 'DetailedVersion?': 'string' },
}

const topic: Content = {
  attributes: { 'Guid!': 'guid', TopicType: 'string', TopicStatus: 'string' },
  children: {
    'ReferenceLink?': 'string',
    Title: 'string',
    'Priority?': 'string',
    'Index?': 'integer',
    'Labels*': 'string',
    'CreationDate?': 'dateTime',
    'CreationAuthor?': 'string',
    'ModifiedDate?': 'dateTime',
    'ModifiedAuthor?': 'string',
    'AssignedTo?': 'string',
    'Description?': 'string',
    'BimSnippet?': snippet,
    'DocumentReferences*': documentReference,
    'RelatedTopics*': reference,
  },
}
const comment: Content = {
  attributes: { 'Guid!': 'guid' },
  children: {
    'VerbalStatus?': 'string',
    Status: 'string',
    Date: 'dateTime',
    Author: 'string',
    Comment: 'string',
    Topic: reference,
    'Viewpoint?': reference,
    'ReplyToComment?': reference,
    'ModifiedDate?': 'dateTime',
    'ModifiedAuthor?': 'string',
  },
}
const component: Content = {
  attributes: { IfcGuid: 'commaIfcGuid', Selected: 'boolean', Visible: 'boolean', Color: 'hexBinary' },
  children: component2,
}

export const documents20: Documents = {
  version: { root: 'Version', content: version },
  project: {
    root: 'ProjectExtension',
    content: {
      children: {
        Project: { attributes: { ProjectId: 'string' }, children: { 'Name?': 'string' } },
        ExtensionSchema: 'string',
      },
    },
  },
  markup: {
    root: 'Markup',
    content: {
      children: {
        Header: { children: { 'File+': headerFile } },
        Topic: topic,
        'Comment*': comment,
        'Viewpoints*': {
          attributes: { 'Guid!': 'guid' },
          children: { 'Viewpoint?': 'string', 'Snapshot?': 'string' },
        },
      },
    },
  },
  visinfo: {
    root: 'VisualizationInfo',
    content: {
      children: {
        'Components?': { children: { 'Component+': component } },
        ...cameras2,
        'Lines?': { children: { 'Line+': line } },
        'ClippingPlanes?': { children: { 'ClippingPlane*': clippingPlane } },
        'Bitmaps*': bitmap2,
      },
    },
  },
}
