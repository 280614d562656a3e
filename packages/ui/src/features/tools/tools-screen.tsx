export default function ToolsScreen() {
  return null
}
