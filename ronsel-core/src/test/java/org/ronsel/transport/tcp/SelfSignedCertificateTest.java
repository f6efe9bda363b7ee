package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import org.junit.jupiter.api.Test;

/** What is encoded by hand is what the JDK reads. */
class SelfSignedCertificateTest {
  @Test
  void theJdkReadsWhatWasWritten() throws GeneralSecurityException {
    KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
    for (String curve : new String[] {"secp256r1", "secp521r1"}) {
      keys.initialize(new ECGenParameterSpec(curve));
      for (int i = 0; i < 20; i++) {
        KeyPair key = keys.generateKeyPair();
        X509Certificate certificate = SelfSignedCertificate.of(key);
        certificate.verify(key.getPublic());
        certificate.checkValidity();
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getPublicKey()).isEqualTo(key.getPublic());
        assertThat(certificate.getSerialNumber()).isPositive();
        assertThat(certificate.getSigAlgName()).isEqualTo("SHA256withECDSA");
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=ronsel");
        assertThat(certificate.getIssuerX500Principal())
            .isEqualTo(certificate.getSubjectX500Principal());
      }
    }
  }
}
