export default function MarketplaceScreen() {
  return null
}
