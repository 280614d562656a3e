export default function ChatbotScreen() {
  return null
}
