import { BoxGeometry, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three'

// A minimal three.js page: the baseline for the viewer's time to first frame.
const canvas = document.querySelector('canvas') as HTMLCanvasElement
const renderer = new WebGLRenderer({ canvas, antialias: true })
renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
renderer.setSize(canvas.clientWidth, canvas.clientHeight, false)
const camera = new PerspectiveCamera(45, canvas.clientWidth / canvas.clientHeight)
camera.position.z = 5
const scene = new Scene()
scene.add(new Mesh(new BoxGeometry(), new MeshBasicMaterial()))
requestAnimationFrame(() => {
  renderer.render(scene, camera)
  // Requested after the first frame has been submitted for display.
  requestAnimationFrame(() => {
    window.firstFrame = performance.now()
  })
})

declare global {
  interface Window {
    /** milliseconds since navigation */
    firstFrame?: number
  }
}
