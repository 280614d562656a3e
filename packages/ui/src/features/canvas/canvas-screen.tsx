export default function CanvasScreen() {
  return null
}
