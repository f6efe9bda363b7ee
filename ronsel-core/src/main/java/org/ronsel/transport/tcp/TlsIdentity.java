package org.ronsel.transport.tcp;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;

/**
 * The identity of a JVM in TLS: a key that it has made for itself and that never leaves it, and the
 * certificate of that key, whose fingerprint it sends to the others at the wire-up. Any thread.
 */
final class TlsIdentity {
  static final int FINGERPRINT_BYTES = 32;

  private static final String PROTOCOL = "TLSv1.3";

  private final KeyPair key;
  private final X509Certificate certificate;
  private final byte[] fingerprint;

  /** A new one. */
  TlsIdentity() {
    try {
      KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
      keys.initialize(new ECGenParameterSpec("secp256r1"));
      key = keys.generateKeyPair();
      certificate = SelfSignedCertificate.of(key);
      fingerprint = fingerprint(certificate);
    } catch (GeneralSecurityException e) {
      throw new RonselException(
          ErrorClass.INTERN, "this JVM cannot encrypt (--encrypt): " + e.getMessage(), e);
    }
  }

  byte[] fingerprint() {
    return fingerprint.clone();
  }

  static byte[] fingerprint(X509Certificate certificate) throws CertificateException {
    try {
      return MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new CertificateException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /**
   * One end of a connection, before its handshake. It has a context of its own, so no session is
   * resumed: each handshake shows both certificates.
   *
   * @param connects whether this JVM has connected to the other, rather than the reverse
   * @param theirs fingerprint of the only certificate that the other end may show
   */
  SSLEngine engine(boolean connects, byte[] theirs) {
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(
          new KeyManager[] {new Own()}, new TrustManager[] {new PinnedCertificate(theirs)}, null);
      SSLEngine engine = context.createSSLEngine();
      engine.setUseClientMode(connects);
      engine.setEnabledProtocols(new String[] {PROTOCOL});
      engine.setNeedClientAuth(true); // without effect where this JVM has connected
      return engine;
    } catch (GeneralSecurityException e) {
      throw new RonselException(
          ErrorClass.INTERN, "this JVM cannot encrypt (--encrypt): " + e.getMessage(), e);
    }
  }

  /** Shows the one certificate, whatever the request asks for. */
  private final class Own extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";
    private static final String KEY_TYPE = "EC";

    private static @Nullable String alias(String @Nullable [] keyTypes) {
      if (keyTypes != null) {
        for (String type : keyTypes) {
          if (type.equals(KEY_TYPE)) {
            return ALIAS;
          }
        }
      }
      return null;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
        String[] keyTypes, Principal @Nullable [] issuers, SSLEngine engine) {
      return alias(keyTypes);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
        String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
      return alias(new String[] {keyType});
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
      return alias(keyTypes);
    }

    @Override
    public @Nullable String chooseServerAlias(
        String keyType, Principal @Nullable [] issuers, Socket socket) {
      return alias(new String[] {keyType});
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {certificate};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return key.getPrivate();
    }
  }
}
