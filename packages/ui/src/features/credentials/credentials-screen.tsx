export default function CredentialsScreen() {
  return null
}
