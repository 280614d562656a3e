export default function ChatflowsScreen() {
  return null
}
