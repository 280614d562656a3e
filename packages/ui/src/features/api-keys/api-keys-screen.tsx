export default function ApiKeysScreen() {
  return null
}
