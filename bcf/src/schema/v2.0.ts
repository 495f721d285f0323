import {
  bitmapSchema2,
  camerasSchema2,
  clippingPlaneSchema,
  componentSchema2,
  lineSchema,
} from './geometry.ts'
import type { ContentSchema, DocumentSchemas } from './structure.ts'

const reference: ContentSchema = { attributes: { 'Guid!': 'guid' } }

/** A model file that a topic refers to, identical in 2.0 and 2.1. */
export const headerFileSchema: ContentSchema = {
  attributes: {
    IfcProject: 'commaIfcGuid',
    IfcSpatialStructureElement: 'commaIfcGuid',
    isExternal: 'boolean',
  },
  children: { 'Filename?': 'string', 'Date?': 'dateTime', 'Reference?': 'string' },
}
export const snippetSchema: ContentSchema = {
  attributes: { 'SnippetType!': 'string', isExternal: 'boolean' },
  children: { Reference: 'string', ReferenceSchema: 'string' },
}
export const documentReferenceSchema: ContentSchema = {
  attributes: { Guid: 'guid', isExternal: 'boolean' },
  children: { 'ReferencedDocument?': 'string', 'Description?': 'string' },
}
export const versionSchema: ContentSchema = {
  attributes: { VersionId: 'string' },
  children: { 'DetailedVersion?': 'string' },
}

const topic: ContentSchema = {
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
    'BimSnippet?': snippetSchema,
    'DocumentReferences*': documentReferenceSchema,
    'RelatedTopics*': reference,
  },
}
const comment: ContentSchema = {
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
const component: ContentSchema = {
  attributes: { IfcGuid: 'commaIfcGuid', Selected: 'boolean', Visible: 'boolean', Color: 'hexBinary' },
  children: componentSchema2,
}

export const documentSchemas20: DocumentSchemas = {
  version: { root: 'Version', content: versionSchema },
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
        Header: { children: { 'File+': headerFileSchema } },
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
        ...camerasSchema2,
        'Lines?': { children: { 'Line+': lineSchema } },
        'ClippingPlanes?': { children: { 'ClippingPlane*': clippingPlaneSchema } },
        'Bitmaps*': bitmapSchema2,
      },
    },
  },
}
