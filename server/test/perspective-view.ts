/** A view with a perspective camera, as clients send it. */
export const perspectiveView = {
  perspective_camera: {
    camera_view_point: { x: 1, y: 2, z: 3 },
    camera_direction: { x: 0, y: 1, z: 0 },
    camera_up_vector: { x: 0, y: 0, z: 1 },
    field_of_view: 60,
    aspect_ratio: 1.6,
  },
}
