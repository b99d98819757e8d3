//! The image for containers, in the layout of the Open Container Initiative, written without a daemon.
//!
//! <https://github.com/opencontainers/image-spec/blob/v1.1.0/image-layout.md>

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Release;
use super::programs::Platform;
use crate::command::{output, program, run};

/// The user `nobody` of most systems, who owns nothing in the image but the data.
const USER: &str = "65534";

/// The folder of the layout.
const LAYOUT: &str = "image";

impl Release<'_> {
    /// Writes an image of `willow serve` for these platforms.
    pub(super) fn write_image(&self, platforms: &[&Platform]) -> Result<()> {
        let layout = self.out.join(LAYOUT);
        fs::create_dir_all(layout.join("blobs/sha256"))?;
        let manifests = platforms.iter().map(|platform| self.write_manifest(platform));
        let mut index = self.put_json(&json!({
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.index.v1+json",
            "manifests": manifests.collect::<Result<Vec<_>>>()?,
        }))?;
        index["annotations"] =
            json!({ "org.opencontainers.image.ref.name": format!("willow:{}", self.version) });
        let index = json!({ "schemaVersion": 2, "manifests": [index] });
        fs::write(layout.join("index.json"), index.to_string())?;
        fs::write(layout.join("oci-layout"), json!({ "imageLayoutVersion": "1.0.0" }).to_string())?;
        let archive = format!("willow-{}-image.tar", self.version);
        let content = ["-C", LAYOUT, "blobs", "index.json", "oci-layout"];
        run(self.tar("-cf").arg(archive).args(content))?;
        Ok(fs::remove_dir_all(layout)?)
    }

    /// Writes the image for one platform, and returns its descriptor.
    fn write_manifest(&self, platform: &Platform) -> Result<Value> {
        let (digest, layer) = self.write_layer(platform)?;
        let config = self.put_json(&json!({
            "architecture": platform.architecture,
            "os": "linux",
            "config": {
                "User": format!("{USER}:{USER}"),
                "Entrypoint": ["/usr/bin/willow"],
                "Cmd": ["serve"],
                "Env": [
                    "WILLOW_SERVE_DATA=/data",
                    "WILLOW_SERVE_HTTP=0.0.0.0:7711",
                    "WILLOW_SERVE_LISTEN=0.0.0.0:7710",
                ],
                "ExposedPorts": { "7710/tcp": {}, "7711/tcp": {} },
                "Volumes": { "/data": {} },
            },
            "rootfs": { "type": "layers", "diff_ids": [digest] },
        }))?;
        let mut manifest = self.put_json(&json!({
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": config,
            "layers": [layer],
        }))?;
        manifest["platform"] = json!({ "architecture": platform.architecture, "os": "linux" });
        Ok(manifest)
    }

    /// Writes the only layer: the program, and an empty folder for the data. Returns the digest of what it
    /// contains, and its descriptor.
    fn write_layer(&self, platform: &Platform) -> Result<(String, Value)> {
        let root = self.out.join("layer");
        fs::create_dir_all(root.join("usr/bin"))?;
        fs::create_dir_all(root.join("data"))?;
        fs::copy(self.tree(platform).join("willow"), root.join("usr/bin/willow"))?;
        fs::copy(
            self.tree(platform).join("THIRD-PARTY-LICENSES.txt"),
            root.join("THIRD-PARTY-LICENSES.txt"),
        )?;
        run(self.tar("-cf").args(["layer.tar", "-C", "layer", "usr", "THIRD-PARTY-LICENSES.txt"]))?;
        let owner = [format!("--owner={USER}"), format!("--group={USER}")];
        run(self.tar("-r").args(owner).args(["-f", "layer.tar", "-C", "layer", "data"]))?;
        fs::remove_dir_all(root)?;
        let layer = self.out.join("layer.tar");
        let digest = digest_of(&layer)?;
        run(&mut program(&self.out, "gzip -9 --no-name layer.tar"))?;
        let packed = layer.with_extension("tar.gz");
        Ok((digest, self.put(&packed, "application/vnd.oci.image.layer.v1.tar+gzip")?))
    }

    fn put_json(&self, value: &Value) -> Result<Value> {
        let file = self.out.join("blob.json");
        fs::write(&file, value.to_string())?;
        let media_type = value["mediaType"].as_str();
        self.put(&file, media_type.unwrap_or("application/vnd.oci.image.config.v1+json"))
    }

    /// Moves a file into the layout, and returns its descriptor.
    fn put(&self, file: &Path, media_type: &str) -> Result<Value> {
        let digest = digest_of(file)?;
        let size = file.metadata()?.len();
        fs::rename(file, self.out.join(LAYOUT).join("blobs").join(digest.replace(':', "/")))?;
        Ok(json!({ "mediaType": media_type, "digest": digest, "size": size }))
    }
}

/// Returns the digest of a file, as `sha256:` and hexadecimal digits.
fn digest_of(file: &Path) -> Result<String> {
    let sum =
        output(program(Path::new("."), "sha256sum").arg(file)).context("`sha256sum` failed")?;
    Ok(format!("sha256:{}", sum.split_whitespace().next().unwrap_or_default()))
}
