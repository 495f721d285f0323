import type { Content } from './structure.ts'

/** Schema parts of viewpoints, shared by several versions. */

export const point: Content = { children: { X: 'double', Y: 'double', Z: 'double' } }

export const cameraPlace = { CameraViewPoint: point, CameraDirection: point, CameraUpVector: point }

export const line: Content = { children: { StartPoint: point, EndPoint: point } }

export const clippingPlane: Content = { children: { Location: point, Direction: point } }

export const bitmapPlace = { Location: point, Normal: point, Up: point, Height: 'double' } as const

/** Cameras up to 2.1, without an aspect ratio. */
export const cameras2 = {
  'OrthogonalCamera?': { children: { ...cameraPlace, ViewToWorldScale: 'double' } },
  'PerspectiveCamera?': { children: { ...cameraPlace, FieldOfView: 'fieldOfView2' } },
} as const satisfies Content['children']

export const bitmap2: Content = { children: { Bitmap: 'bitmap2', Reference: 'string', ...bitmapPlace } }

export const component2 = { 'OriginatingSystem?': 'string', 'AuthoringToolId?': 'string' } as const
