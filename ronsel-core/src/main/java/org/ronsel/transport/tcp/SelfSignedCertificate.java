package org.ronsel.transport.tcp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/**
 * Makes X.509 certificates (RFC 5280), for which the JDK has no public API: what TLS wants as the
 * wrapping of a public key. Issuer, subject and validity have no meaning here; it is recognised by
 * its fingerprint.
 */
final class SelfSignedCertificate {
  // Tags of DER, the encoding of ASN.1 (ITU-T X.690).
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OBJECT_IDENTIFIER = 0x06;
  private static final int UTF8_STRING = 0x0c;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int EXPLICIT_0 = 0xa0;

  /** 1.2.840.10045.4.3.2, ecdsa-with-SHA256. */
  private static final byte[] ECDSA_WITH_SHA256 = {
    0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02
  };

  /** 2.5.4.3, commonName. */
  private static final byte[] COMMON_NAME = {0x55, 0x04, 0x03};

  private static final byte VERSION_3 = 2;
  private static final int SERIAL_BYTES = 16;
  private static final int LONG_FORM = 0x80;

  private SelfSignedCertificate() {}

  /**
   * A certificate of a key, signed by that key.
   *
   * @param key on an elliptic curve
   */
  static X509Certificate of(KeyPair key) throws GeneralSecurityException {
    byte[] algorithm = der(SEQUENCE, der(OBJECT_IDENTIFIER, ECDSA_WITH_SHA256));
    byte[] name =
        der(
            SEQUENCE,
            der(
                SET,
                der(
                    SEQUENCE,
                    der(OBJECT_IDENTIFIER, COMMON_NAME),
                    der(UTF8_STRING, ascii("ronsel")))));
    byte[] validity =
        der(
            SEQUENCE,
            der(GENERALIZED_TIME, ascii("20000101000000Z")),
            der(GENERALIZED_TIME, ascii("99991231235959Z")));
    byte[] contents =
        der(
            SEQUENCE,
            der(EXPLICIT_0, der(INTEGER, new byte[] {VERSION_3})),
            der(INTEGER, serial()),
            algorithm,
            name,
            validity,
            name,
            key.getPublic().getEncoded());
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(key.getPrivate());
    signature.update(contents);
    byte[] unusedBits = {0};
    byte[] certificate =
        der(SEQUENCE, contents, algorithm, der(BIT_STRING, unusedBits, signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate));
  }

  /** A positive number in the one form that DER has for it. */
  private static byte[] serial() {
    byte[] serial = new byte[SERIAL_BYTES];
    new SecureRandom().nextBytes(serial);
    serial[0] = (byte) (serial[0] & 0x3f | 0x40);
    return serial;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A value: its tag, its length, and its contents. */
  private static byte[] der(int tag, byte[]... contents) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] each : contents) {
      all.writeBytes(each);
    }
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(tag);
    int length = all.size();
    if (length < LONG_FORM) {
      value.write(length);
    } else {
      int bytes = length < 1 << Byte.SIZE ? 1 : 2; // none here has 64 KB
      value.write(LONG_FORM | bytes);
      for (int i = bytes - 1; i >= 0; i--) {
        value.write(length >>> i * Byte.SIZE);
      }
    }
    value.writeBytes(all.toByteArray());
    return value.toByteArray();
  }
}
