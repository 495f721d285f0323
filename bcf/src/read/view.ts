import type { Bitmap, ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'
import {
  DEFAULT_ASPECT_RATIO,
  isPlaceholderCamera,
  toVerticalFieldOfView,
  WIDEST_FIELD_OF_VIEW,
} from '../camera.ts'
import { findChild, getChildText, listChildren, type XmlElement } from '../xml/read.ts'
import { getFolderPath } from '../zip/names.ts'
import { readComponents } from './components.ts'
import type { ReadContext } from './read-context.ts'
import { parseNumber } from './values.ts'

type Point = Bitmap['location']
type Direction = Pick<
  NonNullable<ViewpointWithBitmaps['perspective_camera']>,
  'camera_view_point' | 'camera_direction' | 'camera_up_vector'
>

const MOST_PLANES = 64

function readPoint(parent: XmlElement, name: string): Point | undefined {
  const element = findChild(parent, name)
  const [x, y, z] = ['X', 'Y', 'Z'].map((axis) => parseNumber(getChildText(element, axis)))
  return x === undefined || y === undefined || z === undefined ? undefined : { x, y, z }
}

const readVector = (parent: XmlElement, name: string): Point | undefined => {
  const vector = readPoint(parent, name)
  return vector && (vector.x !== 0 || vector.y !== 0 || vector.z !== 0) ? vector : undefined
}

function readDirection(camera: XmlElement): Direction | undefined {
  const camera_view_point = readPoint(camera, 'CameraViewPoint')
  const camera_direction = readVector(camera, 'CameraDirection')
  const camera_up_vector = readVector(camera, 'CameraUpVector')
  if (!camera_view_point || !camera_direction || !camera_up_vector) return undefined
  return { camera_view_point, camera_direction, camera_up_vector }
}

/** Reads the XML of one viewpoint; items with invalid numbers are dropped. */
class ViewReader {
  private readonly context: ReadContext
  private readonly root: XmlElement
  private readonly entry: string
  /** aspect ratio of the snapshot, read only when the camera does not state it */
  private readonly ratio: () => Promise<number | undefined>

  constructor(
    context: ReadContext,
    root: XmlElement,
    entry: string,
    ratio: () => Promise<number | undefined>,
  ) {
    this.context = context
    this.root = root
    this.entry = entry
    this.ratio = ratio
  }

  private warnBadGeometry(what: string): undefined {
    this.context.warn('BAD_GEOMETRY', `${this.entry}: ${what}`)
    return undefined
  }

  private async aspect(camera: XmlElement): Promise<{ said: boolean; aspect_ratio: number }> {
    const said = parseNumber(getChildText(camera, 'AspectRatio'))
    if (said !== undefined && said > 0) return { said: true, aspect_ratio: said }
    return { said: false, aspect_ratio: (await this.ratio()) ?? DEFAULT_ASPECT_RATIO }
  }

  private async perspective(): Promise<ViewpointWithBitmaps['perspective_camera']> {
    const camera = findChild(this.root, 'PerspectiveCamera')
    if (!camera) return undefined
    const direction = readDirection(camera)
    if (!direction) return this.warnBadGeometry('PerspectiveCamera')
    const { said, aspect_ratio } = await this.aspect(camera)
    const angle = parseNumber(getChildText(camera, 'FieldOfView'))
    const isAngle = angle !== undefined && angle > 0 && angle < 180
    if (!isAngle) this.warnBadGeometry('FieldOfView')
    const horizontal = isAngle ? angle : WIDEST_FIELD_OF_VIEW
    const isVertical = said || this.context.version === '3.0'
    const field_of_view = isVertical && isAngle ? angle : toVerticalFieldOfView(horizontal, aspect_ratio)
    return { ...direction, field_of_view, aspect_ratio }
  }

  private async orthogonal(): Promise<ViewpointWithBitmaps['orthogonal_camera']> {
    const camera = findChild(this.root, 'OrthogonalCamera')
    if (!camera) return undefined
    const direction = readDirection(camera)
    const view_to_world_scale = parseNumber(getChildText(camera, 'ViewToWorldScale'))
    if (!direction || view_to_world_scale === undefined || view_to_world_scale <= 0)
      return this.warnBadGeometry('OrthogonalCamera')
    const { aspect_ratio } = await this.aspect(camera)
    const read = { ...direction, view_to_world_scale, aspect_ratio }
    return isPlaceholderCamera(read) ? undefined : read
  }

  async cameras(): Promise<Pick<ViewpointWithBitmaps, 'perspective_camera' | 'orthogonal_camera'>> {
    const perspective_camera = await this.perspective()
    const orthogonal_camera = await this.orthogonal()
    if (!perspective_camera) return { orthogonal_camera }
    if (orthogonal_camera) this.context.warn('LEFT_OUT', `${this.entry}: OrthogonalCamera`)
    return { perspective_camera }
  }

  private list<T>(name: string, elements: XmlElement[], read: (element: XmlElement) => T | undefined) {
    const { context } = this
    const items = context
      .checkCount(name, context.limits.components, elements)
      .map((element) => read(element))
      .filter((item) => item !== undefined)
    if (items.length < elements.length) this.warnBadGeometry(name)
    return items.length > 0 ? items : undefined
  }

  planes(): ViewpointWithBitmaps['clipping_planes'] {
    const elements = listChildren(findChild(this.root, 'ClippingPlanes'), 'ClippingPlane')
    const planes = this.list('ClippingPlane', elements, (element) => {
      const location = readPoint(element, 'Location')
      const direction = readVector(element, 'Direction')
      return location && direction && { location, direction }
    })
    if (planes && planes.length > MOST_PLANES) this.context.warn('LEFT_OUT', `${this.entry}: ClippingPlane`)
    return planes?.slice(0, MOST_PLANES)
  }

  lines(): ViewpointWithBitmaps['lines'] {
    return this.list('Line', listChildren(findChild(this.root, 'Lines'), 'Line'), (element) => {
      const start_point = readPoint(element, 'StartPoint')
      const end_point = readPoint(element, 'EndPoint')
      return start_point && end_point && { start_point, end_point }
    })
  }

  /** Reads bitmaps: named Bitmaps in 2.0, Bitmap in 2.1, in a list in 3.0. */
  bitmaps(): { view: Bitmap[]; entries: string[] } {
    const lists = listChildren(this.root, 'Bitmaps')
    const elements = [
      ...lists,
      ...lists.flatMap((list) => listChildren(list, 'Bitmap')),
      ...listChildren(this.root, 'Bitmap'),
    ]
    const named = elements.filter((element) => findChild(element, 'Reference'))
    const found = this.list('Bitmap', named, (element) => this.bitmap(element)) ?? []
    return { view: found.map(({ bitmap }) => bitmap), entries: found.map(({ entry }) => entry) }
  }

  private bitmap(element: XmlElement): { bitmap: Bitmap; entry: string } | undefined {
    const reference = getChildText(element, 'Reference')
    const entry = reference && this.context.findEntry(getFolderPath(this.entry), reference)
    if (!entry) this.context.warn('MISSING_FILE', reference ?? this.entry)
    const location = readPoint(element, 'Location')
    const normal = readVector(element, 'Normal')
    const up = readVector(element, 'Up')
    const height = parseNumber(getChildText(element, 'Height'))
    if (!entry || !location || !normal || !up || height === undefined || height <= 0) return undefined
    const format = getChildText(element, 'Format') ?? getChildText(element, 'Bitmap') ?? entry
    const bitmap_type = /jpe?g$/i.test(format) ? 'jpg' : 'png'
    return { bitmap: { bitmap_type, location, normal, up, height }, entry }
  }
}

export async function readVisualizationInfo(
  context: ReadContext,
  root: XmlElement,
  entry: string,
  ratio: () => Promise<number | undefined>,
): Promise<{ view: ViewpointWithBitmaps; bitmaps: string[] }> {
  const reader = new ViewReader(context, root, entry, ratio)
  const bitmaps = reader.bitmaps()
  const view: ViewpointWithBitmaps = {
    ...(await reader.cameras()),
    clipping_planes: reader.planes(),
    lines: reader.lines(),
    components: readComponents(context, findChild(root, 'Components'), entry),
    bitmaps: bitmaps.view.length > 0 ? bitmaps.view : undefined,
  }
  return { view, bitmaps: bitmaps.entries }
}
