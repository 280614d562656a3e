const marketplace = {}

export default marketplace
