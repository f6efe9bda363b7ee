package org.ronsel.transport.tcp;

import java.net.Socket;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts one certificate, that of which the fingerprint is known, and no authority. That the other
 * end has its key is what the TLS handshake proves.
 */
final class PinnedCertificate extends X509ExtendedTrustManager {
  private final byte[] fingerprint;

  PinnedCertificate(byte[] fingerprint) {
    this.fingerprint = fingerprint;
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    if (chain.length != 1
        || !MessageDigest.isEqual(TlsIdentity.fingerprint(chain[0]), fingerprint)) {
      throw new CertificateException("its certificate is not that of the JVM that it says it is");
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
