import type { ContentSchema } from './structure.ts'

/** Schema parts of viewpoints, shared by several versions. */

export const pointSchema: ContentSchema = { children: { X: 'double', Y: 'double', Z: 'double' } }

export const cameraPositionSchema = {
  CameraViewPoint: pointSchema,
  CameraDirection: pointSchema,
  CameraUpVector: pointSchema,
}

export const lineSchema: ContentSchema = { children: { StartPoint: pointSchema, EndPoint: pointSchema } }

export const clippingPlaneSchema: ContentSchema = {
  children: { Location: pointSchema, Direction: pointSchema },
}

export const bitmapPlacementSchema = {
  Location: pointSchema,
  Normal: pointSchema,
  Up: pointSchema,
  Height: 'double',
} as const

/** Cameras up to 2.1, without an aspect ratio. */
export const camerasSchema2 = {
  'OrthogonalCamera?': { children: { ...cameraPositionSchema, ViewToWorldScale: 'double' } },
  'PerspectiveCamera?': { children: { ...cameraPositionSchema, FieldOfView: 'fieldOfView2' } },
} as const satisfies ContentSchema['children']

export const bitmapSchema2: ContentSchema = {
  children: { Bitmap: 'bitmap2', Reference: 'string', ...bitmapPlacementSchema },
}

export const componentSchema2 = { 'OriginatingSystem?': 'string', 'AuthoringToolId?': 'string' } as const
