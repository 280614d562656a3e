import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** A certificate of a test's own for `localhost`, and its key, in a folder of the test. */
export function makeCertificate(folder: string): { certFile: string; keyFile: string } {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', keyFile, '-out', certFile]
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...curve, ...names, ...files], { stdio: 'ignore' })
  return { certFile, keyFile }
}
